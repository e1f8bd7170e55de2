/** A letter in its envelope, for the tests of the mail server. */
export const LETTER = {
  message_id: '<1@northwind.example>',
  from: { name: 'Northwind', address: 'post@northwind.example' },
  to: 'vera@bakery.example',
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
  unsubscribe: null,
}
