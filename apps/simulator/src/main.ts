import { runProgram } from './command/program.ts';

process.exitCode = await runProgram(process.argv.slice(2));
