/** Actions behind the links of e-mail notices: stop them, or confirm that they are wanted. */
export {
  type Addressee,
  confirmRecipient,
  recipientToConfirm,
  recipientToStop,
  subscribeAgain,
  unsubscribe,
} from './answers.ts'
