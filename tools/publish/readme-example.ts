/** The first lines of code of a README, as a program, and what it prints if they do what the README says. */
export type ReadmeExample = { readonly program: string; readonly output: string };

/**
 * Reads a block of code with a block of output after it, or one whose lines end in `// <what the line gives>`: of these
 * the program prints each line as it stands in the README, or what it really gives.
 *
 * @throws when the README begins with neither
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
  if (shown.length === 0) throw new Error("The README's first block of code shows nothing that it gives.");
  return { program, output: `${shown.join('\n')}\n` };
}
