import { answerTasks } from '../suite/threads.ts';
import { judgePopulation } from './truth-suite.ts';

answerTasks(judgePopulation);
