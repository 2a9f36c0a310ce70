import { InvalidArgumentError } from 'commander';

const mostWorkers = 256;

/** Reads `--workers`: how many threads share the work, or auto, one a core. */
export function createWorkerCount(
  wholeNumber: (least: number, most: number) => (text: string) => number,
): (text: string) => number | 'auto' {
  const read = wholeNumber(1, mostWorkers);
  return (text) => {
    if (text === 'auto') return text;
    try {
      return read(text);
    } catch (error) {
      const said = error instanceof InvalidArgumentError ? error.message.replace(/\.$/, '') : '';
      throw new InvalidArgumentError(`${said}, or auto.`);
    }
  };
}
