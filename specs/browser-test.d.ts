/** What the component test runner puts into the page; `*.browser-test.ts` files use it without importing it. */
interface ComponentTest {
  timeout(ms: number): ComponentTest;
}
type ComponentWork = () => void | Promise<void>;
/** What a hook around a test knows about it. */
interface ComponentHook {
  currentTest: { titlePath(): string[] };
  skip(): void;
}
declare function describe(name: string, body: () => void): void;
declare function it(name: string, body: ComponentWork): ComponentTest;
declare function before(work: ComponentWork): void;
declare function after(work: ComponentWork): void;
declare function beforeEach(work: (this: ComponentHook) => void | Promise<void>): void;
declare function afterEach(work: (this: ComponentHook) => void | Promise<void>): void;
