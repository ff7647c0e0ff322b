import { authorityOf } from './door/gate.js';

/**
 * What a page of ours may do. `style-src-attr` is for the style attributes that Lit writes; scripts
 * come from our own files only, and Trusted Types keep strings out of the places where they would run.
 */
function pagePolicy(port: number): Record<string, string> {
  return {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'style-src-attr': "'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'media-src': 'data: blob:',
    'font-src': "'self'",
    'connect-src': `'self' ws://${authorityOf('127.0.0.1', port)}`,
    'worker-src': "'self'",
    'frame-src': "'self'",
    'manifest-src': "'self'",
    'form-action': "'none'",
    'base-uri': "'none'",
    'object-src': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'lit-html acdeck',
  };
}

const ALWAYS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Permissions-Policy':
    'accelerometer=(), camera=(self), display-capture=(), geolocation=(), gyroscope=(), hid=(), ' +
    'magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), serial=(), usb=()',
  'Cache-Control': 'no-store',
};

/** Where the pages lie that show what an agent wrote, for frames without an origin; they are public and know nothing. */
export const FRAME_PATH = '/frame/';

/** The one page that fetches: an image that a person asked for. */
const PICTURE_PAGE = `${FRAME_PATH}picture.html`;

/**
 * What these pages may do: run their own scripts and paint. They have no origin even when they are opened by
 * themselves, so their files come to them as from another site.
 */
export function frameHeaders(port: number, path: string): Record<string, string> {
  const scripts = `http://${authorityOf('127.0.0.1', port)}${FRAME_PATH}`;
  const policy = [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'unsafe-inline'",
    path === PICTURE_PAGE ? 'img-src data: https: http:' : 'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ');
  return {
    ...ALWAYS,
    'Content-Security-Policy': policy,
    'X-Frame-Options': 'SAMEORIGIN',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
}

/** The headers of every answer; `overrides` is the place for a page whose policy differs. */
export function securityHeaders(
  port: number,
  overrides: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const directives = Object.entries({ ...pagePolicy(port), ...overrides });
  const policy = directives.map(([name, value]) => `${name} ${value}`).join('; ');
  return { ...ALWAYS, 'Content-Security-Policy': policy };
}
