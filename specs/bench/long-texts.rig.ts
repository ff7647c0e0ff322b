const WORDS =
  'the agent reads files and runs commands while every tab shows the same session live so that nothing is lost when a phone sleeps';

function words(from: number, count: number): string {
  const all = WORDS.split(' ');
  return Array.from({ length: count }, (_, n) => all[(from * 7 + n) % all.length]).join(' ');
}

function section(n: number): string {
  const code = Array.from({ length: 12 }, (_, k) => `  const item${k} = await load("${words(n + k, 2)}", ${n});`).join(
    '\n',
  );
  const rows = Array.from({ length: 6 }, (_, k) => `| ${words(k, 2)} | \`${n + k}\` | **${words(n, 1)}** |`).join('\n');
  return [
    `## ${n}. ${words(n, 4)}`,
    `${words(n, 30)} **${words(n, 3)}** and \`src/part${n}/file.ts:${n + 1}\`, see [the notes](https://docs.example/${n}). ${words(n + 3, 40)}.`,
    `- ${words(n, 9)}\n- ${words(n + 1, 12)}\n  - ${words(n + 2, 6)}\n- [x] ${words(n + 3, 8)}`,
    `| name | number | word |\n|---|--:|---|\n${rows}`,
    `\`\`\`ts\nasync function part${n}() {\n${code}\n}\n\`\`\``,
    `> ${words(n + 5, 25)}`,
  ].join('\n\n');
}

/** A document like those that agents write: headings, prose, lists, tables, code. */
export function longDocument(length: number): string {
  let text = '# A long answer\n\n';
  for (let n = 0; text.length < length; n += 1) text += `${section(n)}\n\n`;
  return text.slice(0, length);
}

/** One list, with about 80 characters an item. */
export function longList(items: number): string {
  return Array.from({ length: items }, (_, n) => `- **${n}** ${words(n, 14)} \`${n}\``).join('\n');
}

/** One fence. */
export function longCode(length: number): string {
  let code = '';
  for (let n = 0; code.length < length; n += 1)
    code += `  const item${n} = await load("${words(n, 3)}", ${n}); // ${words(n, 4)}\n`;
  return `\`\`\`ts\n${code}\`\`\`\n`;
}

/** Output of a test run with colours. */
export function longOutput(length: number): string {
  let text = '';
  for (let n = 0; text.length < length; n += 1) {
    text += `\u001b[32m✓\u001b[0m ${words(n, 8)} \u001b[2m(${n % 90} ms)\u001b[0m \u001b[38;5;${n % 256}m${n}\u001b[0m\n`;
  }
  return text.slice(0, length);
}

/** Such a document with numbered marks in it, `m0z`, `m1z` and so on, by which its parts are known again in a page. */
export function markedDocument(length: number): { text: string; marks: number } {
  let marks = 0;
  const text = longDocument(length).replace(/\bagent\b/g, () => `m${marks++}z`);
  return { text: `${text}\n\nm${marks++}z`, marks };
}
