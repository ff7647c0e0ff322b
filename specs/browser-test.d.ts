/** What the component test runner puts into the page; `*.browser-test.ts` files use it without importing it. */
declare function describe(name: string, body: () => void): void;
declare function it(name: string, body: () => void | Promise<void>): void;
declare function before(work: () => void | Promise<void>): void;
declare function after(work: () => void | Promise<void>): void;
declare function beforeEach(work: () => void | Promise<void>): void;
declare function afterEach(work: () => void | Promise<void>): void;
