import { catalogue } from '../ui/catalogue.js';

/** Why there is no connection, as far as the browser knows. */
export const connectionWords = catalogue({
  impostor: 'Another program answers at this address.',
  signedOut: {
    never_let_in: 'This browser isn’t signed in.',
    link_spent: 'This link was already used or has expired.',
    unknown_device: 'This browser is no longer signed in.',
    no_cookie: 'This browser lost AcDeck’s cookie. Another page on this computer may have pushed it out.',
    too_many_cookies: 'Other pages on this computer stored too many cookies, and the browser cleared them.',
    keeps_no_keys: 'This browser doesn’t keep keys for AcDeck, as in some private windows. Use a normal window.',
    updated: 'AcDeck has a safer way to sign in now. Sign in again.',
  },
});
