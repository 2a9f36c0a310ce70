/** The first example of a README as a program, and what it prints when it does what the README says. */
export type ReadmeExample = { readonly program: string; readonly output: string };

/**
 * Reads a block of code that is followed by a block of output, or one whose lines end in `// <value of the line>`. For the
 * latter the program prints each line as it is in the README, or the value that it really has.
 *
 * @throws when the README has neither
 */
export function readExample(readme: string): ReadmeExample {
  const [, code, output] = /^```[jt]s\n(.*?)^```\n(?:\n```\n(.*?)^```)?/ms.exec(readme) ?? [];
  if (code === undefined) throw new Error('The README has no block of code.');
  if (output !== undefined) return { program: code, output };

  const shown: string[] = [];
  const program = code.replace(/^(.+); \/\/ (.+)$/gm, (line, expression: string, answer: string) => {
    shown.push(line);
    const isShown = `JSON.stringify(${expression}) === JSON.stringify(${answer})`;
    return `console.log(${isShown} ? ${JSON.stringify(line)} : ${expression});`;
  });
  if (shown.length === 0) throw new Error("The README's first block of code has no output and no values.");
  return { program, output: `${shown.join('\n')}\n` };
}
