/** Texts that try every part of the grammar, written for these tests; each is streamed in many ways. */
export const CORPUS: readonly string[] = [
  '# One\n\nTwo *three* **four** ***five*** ~~six~~ `seven`.\nEight  \nnine\\\nten.\n\n## Eleven ##\n\nSetext one\n===\n\nSetext two\nover two lines\n---\n\nlast',
  'Text with [a link](https://example.com "A title"), [a reference][ref], [ref][], [ref] and <https://auto.example/x?a=1&b=2>.\n\nAnd www.example.org, mail@example.org, https://example.com/a_(b).\n\n[ref]: https://ref.example/ "Ref"\n',
  '- one\n- two\n  - two a\n    - two a i\n  - two b\n\n    more of two b\n- three\n\n1. first\n2. second\n   ```js\n   const a = 1;\n   ```\n3. third\n\n7) seven\n8) eight\n',
  '* tight\n* list\n\n\nparagraph\n\n* loose\n\n* list\n\n  with a second paragraph\n\n      indented code in an item\n',
  '- [ ] to do\n- [x] done\n- [X] also done\n- [] not a box\n\n1. [ ] numbered\n\n- [ ] loose\n\n- [x] boxes\n',
  '| a | b | c |\n|:--|:-:|--:|\n| 1 | `x \\| y` | **3** |\n| 4 | [l](https://x.example) | |\n| short |\n| too | many | cells | here |\n\nafter\n\na | b\n--|--\n1 | 2\n',
  '```ts src/a.ts\nconst a: number = 1;\n\nfunction f() {\n\treturn `a`;\n}\n```\n\n~~~\ntilde ``` inside\n~~~\n\n````md\n```js\nnested\n```\n````\n',
  'Open fence\n\n```python\ndef f():\n    return 1\n',
  'Half a closing fence\n\n```sh\necho 1\n``',
  '```\n\n\nblank lines first\n\n\n```\nright after\n```\nagain\n```\n',
  '   ```js\n   indented fence\n     more\n   ```\n\n    indented code\n\n    goes on\n\nend\n',
  '> quote\n> **bold\n> over lines**\nlazy line\n\n> > nested\n> back\n\n> - list in quote\n>   more\n>\n> ```js\n> code\n> ```\n',
  'Late [definition][late] and [late] and ![image][late].\n\nMore text.\n\n- item with [late]\n\n> quote with [late][]\n\n| [late] |\n|---|\n| [late] |\n\n[late]: https://late.example/path\n[other]: <https://other.example/a b>\n  "title on the next line"\n\nand [other].\n',
  'A note[^1] and another[^long], an unknown one[^none].\n\n[^1]: The first note.\n[^long]: The second\n    goes on.\n\n    And has two paragraphs.\n\nAfter the notes.\n',
  'Raw <b>html</b> and <br> break<br/>and <img src=x onerror=alert(1)> inline.\n\n<div class="x">\n<p>block</p>\n\n</div>\n\n<!-- comment\n\nover blank lines -->\n\n<script>\nlet a = 1;\n\nalert(a)\n</script>\n\nend',
  'See src/app/main.ts:12 and `lib/util.py`, (docs/readme.md), ./a/b.rs:3:4, /etc/nginx/nginx.conf, not/a/path, example.com/index.html and node.js.\n\nThe end is src/last.ts',
  'Entities: &amp; &lt;b&gt; &copy; &#35; &#x41; &unknown; &amp;amp; & alone; `&amp;` code.\n\n\\*escaped\\* \\[not a link\\](x) \\`not code\\`\n',
  '*emphasis **strong** inside* _under_ __double__ snake_case_word 2*3*4 **unclosed and *half\n\nnext **paragraph\n\n`unclosed code\n\n[unclosed link](https://example.com\n\n![unclosed image](\n',
  'Setext trap\n-\n\nText\n--\n\n---\n***\n___\n\n- - -\n\nText after rules\n',
  '1. a\n\n2. b\n\n\n   c\n3. d\n\n- x\n+ y\n* z\n\n10. ten\n11. eleven\n',
  'Crlf line\r\nnext line\r\n\r\n- item\r\n- item\r\n\r\n```\r\ncode\r\n```\r\n\r\nold mac\rline\r\rend\r',
  'Unicode: ναι, 日本語 **太字**テキスト, emoji 👩‍👩‍👧‍👦 👍🏽, combining é, rtl עברית (abc) عربي, **"quoted"**.\n\n| 列 | 😀 |\n|---|---|\n| 一 | 二 |\n',
  '\n\n\n   \n\nleading blank lines\n\n\n\n\ntrailing blank lines\n\n\n',
  '[a]: https://a.example\n[a]: https://second.example\n\n[a] [A] [ a ] [b\\]c]\n\n[b\\]c]: https://bracket.example\n[unused]:\nhttps://unused.example\n',
  'Hard\ttab\n\n-\ttabbed item\n\n\ttabbed code\n\n>\ttabbed quote\n',
  '#not a heading\n# heading with `code` and [link](https://x.example)\n###### six\n####### seven\n#\n# trailing ###\n',
  'para\n# heading interrupts\npara\n- list interrupts\npara after\n> quote interrupts\n\npara\n```\nfence interrupts\n```\npara\n| a |\n|---|\n| table interrupts |\n',
  '- a\n  > quote\n  ```\n  code\n  ```\n- b\n\n  | x | y |\n  |---|---|\n  | 1 | 2 |\n- c\n  1. d\n     - e\n',
  'line one\nline two https://example.com/path?x=1.\nhttp://user:pw@host.example/ and ftp://x.example\n<javascript:alert(1)> [x](javascript:alert(1)) [y](data:text/html,1)\n',
  '**Bold heading**\n1. list after bold\n2. more\n**bold after**\n\nTerm: `a`, `b`; ``c ` d``.\n\n```diff\n- old\n+ new\n```\n',
  '![img](data:image/png;base64,iVBORw0KGgo=) ![remote](https://img.example/a.png "t") ![](//host.example/x.gif) ![rel](docs/a.png)\n',
  'Energy $E = mc^2$, \\(a_1 + b\\), a price of $5 and $10, $HOME/$PATH, \\$3, x$y$z, $ a $, $$x^2$$ inside.\n\n$$\n\\int_0^1 f(x)\n- \\frac{a}{b}\n$$\n\n\\[\na &= b\n+ c\n\\]\nright after\n\n$$ open\n- item\n\n$$closed$$\nrest\n\n- in an item $a$\n  $$\n  b\n  $$\n\n| $a$ | \\(b\\) |\n|---|---|\n| $$c$$ | $d |\n',
  '- item\n\nparagraph\n- item 2\n    - nested four\n        - nested eight\n\n            code?\n- end\n',
];

/** A generator of numbers in [0, 1) that gives the same ones for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** `text` cut at random places: some pieces of one character, some of many. */
export function randomChunks(text: string, random: () => number): string[] {
  const longest = 1 + Math.floor(random() * random() * 60);
  const chunks: string[] = [];
  for (let from = 0; from < text.length; ) {
    const to = from + 1 + Math.floor(random() * longest);
    chunks.push(text.slice(from, to));
    from = to;
  }
  return chunks;
}
