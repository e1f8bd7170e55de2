/** Tells a password manager whose new password a form asks for. It is not sent. */
export const Username = ({ email }: { email: string }) => (
  <input type="text" value={email} autocomplete="username" hidden readonly />
)
