import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { imageSource, safeLink } from './safe-link.js';

describe('safeLink', () => {
  const refused = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript&colon;alert(1)',
    '&#106;avascript:alert(1)',
    '&#x6A;avascript&#58;alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://x.example/1',
    'about:blank',
    'intent://x#Intent;end',
    'ms-settings:',
    'view-source:https://x.example',
    'ftp://x.example',
    'ws://127.0.0.1/',
    '//x.example/',
    '/relative',
    '#fragment',
    '',
  ];
  for (const href of refused) {
    it(`[W20] refuses ${JSON.stringify(href)}`, () => assert.equal(safeLink(href, 'text'), null));
  }

  it('[W20] admits http, https and mail', () => {
    const hrefs = ['http://a.example/x?y=1&amp;z=2', 'HTTPS://B.example', 'mailto:a@b.example'];
    const wanted = ['http://a.example/x?y=1&z=2', 'https://b.example/', 'mailto:a@b.example'];
    assert.deepEqual(
      hrefs.map((href) => safeLink(href, 'text')?.href),
      wanted,
    );
  });

  const misleading: readonly [string, string][] = [
    ['https://evil.example/', 'https://github.com/x'],
    ['https://evil.example/', 'github.com'],
    ['https://evil.example/', 'www.github.com/login'],
    ['https://evil.example/', 'git\u200bhub.com'],
    ['https://evil.example/', '\u202egithub.com'],
    ['https://evil.example/', 'https://github.com@evil.example'],
    ['https://github.com@evil.example/', 'GitHub'],
    ['https://user:pw@evil.example/', 'text'],
    ['https://gіthub.com/', 'GitHub'],
    ['https://xn--gthub-n4a.com/', 'github.com'],
    ['https://github.com.evil.example/', 'github.com'],
    ['https://evil.example:8443/', 'https://github.com'],
    ['https://evil.example/', 'Sign in at https://github.com/login'],
    ['https://evil.example/', 'Open github.com/login now'],
    ['https://evil.example/', '(see www.github.com)'],
    ['https://evil.example/', 'GitHub\u3164'],
    ['https://evil.example/', 'GitНub'],
  ];
  for (const [href, text] of misleading) {
    it(`[W21] names the host of ${href} shown as ${JSON.stringify(text)}`, () => {
      assert.equal(safeLink(href, text)?.warnHost, new URL(href).host);
    });
  }

  it('[W21] says nothing where text and address agree or the text is no address', () => {
    const honest: readonly [string, string][] = [
      ['https://github.com/a', 'github.com'],
      ['https://www.github.com/a', 'https://github.com/b'],
      ['https://a.example', 'the docs'],
      ['https://a.example', 'v1.2.3 of it'],
      ['https://a.example', 'see README.md and package.json'],
      ['https://a.example', 'Node.js docs'],
      ['https://a.example', 'Документация ❤️ 👩‍💻'],
      ['https://github.com/a', 'on github.com, as ever'],
      ['mailto:a@b.example', 'a@b.example'],
    ];
    assert.deepEqual(
      honest.map(([href, text]) => safeLink(href, text)?.warnHost),
      honest.map(() => null),
    );
  });
});

describe('imageSource', () => {
  it('[W23] finds the host of a remote image, however it is written', () => {
    for (const href of [
      'https://h.example/a.png',
      '//h.example/a.png',
      'HTTP://h.example/',
      '&#104;ttps://h.example/',
    ]) {
      const source = imageSource(href);
      assert.equal(source.kind === 'remote' && source.host, 'h.example');
    }
  });

  it('[W24] takes images that are in the page already and nothing else', () => {
    const kinds = [
      'data:image/png;base64,AA==',
      'blob:http://127.0.0.1/x',
      'data:text/html,x',
      'javascript:1',
      'a.png',
    ];
    assert.deepEqual(
      kinds.map((href) => imageSource(href).kind),
      ['inline', 'inline', 'none', 'none', 'none'],
    );
  });

  it('[U94] leaves out a drawing or a picture that could freeze the page', () => {
    const drawing = (inside: string) => `data:image/svg+xml,${encodeURIComponent(`<svg>${inside}</svg>`)}`;
    const png = `data:image/png;base64,${Buffer.from([...new Array(16).fill(0), 0, 0, 62, 128, 0, 0, 62, 128]).toString('base64')}`;
    assert.deepEqual(
      [drawing('<rect/>'), drawing('<filter/>'), png].map((href) => imageSource(href).kind),
      ['inline', 'none', 'none'],
    );
  });
});
