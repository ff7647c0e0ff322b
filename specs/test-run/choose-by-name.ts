/** Put in front of every component test when only tests of certain names shall run: the others are skipped. */
declare const TEST_NAME_PATTERN: string;

const pattern = new RegExp(TEST_NAME_PATTERN);

beforeEach(function choose(this: ComponentHook) {
  if (!pattern.test(this.currentTest.titlePath().join(' > '))) this.skip();
});
