/** Actions behind the links of e-mail notices: stop them, or confirm that they are wanted. */
export {
  type Addressee,
  askedToConfirm,
  askedToStop,
  confirmRecipient,
  subscribeAgain,
  unsubscribe,
} from '../../domains/notices/index.ts'
