/** A file that cannot be used; the message has a line for each problem. */
export class Unusable extends Error {
  constructor(file, issues) {
    super(issues.map(({ path = '', message }) => `${file}: ${path}${path === '' ? '' : ' '}${message}`).join('\n'));
  }
}
