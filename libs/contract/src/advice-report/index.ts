export {
  type AdviceCurve,
  type AdviceLeaveOut,
  type AdvicePromise,
  type AdviceProposal,
  AdviceReport,
  adviceVersion,
  presentAdvice,
  proposalStates,
  type ProposalState,
} from './advice-report.ts';
export { judgedText, proposalNotes, promiseText, settlingText } from './proposal-text.ts';
