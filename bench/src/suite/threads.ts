import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { parentPort, Worker } from 'node:worker_threads';

/**
 * Has threads, one for each core, work on tasks, and gives their answers in the order of the tasks. `file`: the program
 * of a thread without its ending, beside the module with the address `base`; it calls `answerTasks`. Rejects where a
 * thread fails. `onAnswer` is called as answers come.
 */
export async function inThreads<Answer>(
  file: string,
  base: string,
  tasks: readonly unknown[],
  onAnswer: (answer: Answer) => void,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const left = [...tasks.entries()];
  const work = async () => {
    const thread = new Worker(new URL(`${file}${extname(base)}`, base));
    try {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const [at, task] = next;
        const answered = once(thread, 'message') as Promise<[Answer]>;
        thread.postMessage(task, []);
        const [answer] = await answered;
        answers[at] = answer;
        onAnswer(answer);
      }
    } finally {
      await thread.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), tasks.length) }, work));
  return answers;
}

/** To be called by the program of a thread, whose tasks are those that `inThreads` is given. */
export function answerTasks(answer: (task: never) => unknown): void {
  parentPort!.on('message', (task: unknown) => parentPort!.postMessage(answer(task as never), []));
}
