import Type from 'typebox'
import { LONGEST, PersonName } from '../../domains/accounts/index.ts'
import { columnsOf } from '../../kernel/database/columns.ts'
import { LINE } from '../../kernel/operation/input/validation-errors.ts'
import { namedEnum, Shape } from '../../kernel/operation/schema-names.ts'
import { Defaulted, Email, Id, Moment, Nullable, Secret } from '../../kernel/operation/shape.ts'

export const SIGNUP_MODES = namedEnum('SignupMode', ['approval', 'open'])
export const SignupMode = Type.Enum(SIGNUP_MODES, {
  title: 'Sign-up',
  description: 'approval: new accounts wait for a platform admin · open: they may act once their address is verified',
})

export const AccessSettings = Shape('AccessSettings', {
  signup_mode: SignupMode,
  can_sign_up: Type.Boolean({
    description: 'Whether e-mails can be sent: without them the public pages accept no sign-ups',
  }),
  free_plan: Shape('FreePlanGrant', {
    name: Type.String(),
    trial_index_credits: Type.Integer({ minimum: 0, description: 'Once per person' }),
    monthly_index_credits: Type.Integer({ minimum: 0 }),
    monthly_check_credits: Type.Integer({ minimum: 0 }),
  }),
})

export const INVITE_STATUSES = namedEnum('InviteStatus', ['active', 'used', 'redeemed', 'revoked', 'expired'])
export const InviteStatus = Type.Enum(INVITE_STATUSES, {
  title: 'Status',
  description: 'active: works, not used yet · used: used at least once, and still works · redeemed: used up',
})

export const DAYS = 30
/** How long an invite works. */
export const ExpiresDays = Defaulted(
  Type.Number({ title: 'Works for', description: 'Days', minimum: 1, maximum: 365 }),
  DAYS,
)
export const Note = Type.String({ title: 'Note', maxLength: 500 })

export const Invite = Shape('Invite', {
  id: Id,
  code: Nullable(Type.String({ description: 'null: it cannot be read, because the secret key was lost' })),
  url: Nullable(Type.String({ description: 'Address to sign up with it' })),
  email: Nullable(Type.String({ description: 'For this address only' })),
  note: Nullable(Type.String({ description: 'For your own staff' })),
  status: InviteStatus,
  max_uses: Type.Integer({ minimum: 1 }),
  uses: Type.Integer({ minimum: 0 }),
  expires_at: Moment,
  revoked_at: Nullable(Moment),
  sent_at: Nullable(Moment),
  created_by: Type.String(),
  created_at: Moment,
})

export const InviteDetail = Shape('InviteDetail', {
  ...Invite.properties,
  redemptions: Type.Array(
    Shape('InviteRedemption', {
      user_id: Type.String(),
      email: Type.String(),
      name: Type.String(),
      redeemed_at: Moment,
    }),
    { description: 'People who signed up with it; deleted accounts are left out, but their uses count' },
  ),
})

export const WAITLIST_STATUSES = namedEnum('WaitlistStatus', ['pending', 'invited', 'declined', 'joined'])
export const WaitlistStatus = Type.Enum(WAITLIST_STATUSES, { title: 'Status' })

export const WaitlistRequest = Shape('WaitlistRequest', {
  id: Id,
  email: Type.String(),
  note: Nullable(Type.String({ description: 'Their message' })),
  status: WaitlistStatus,
  invite_id: Nullable(Type.String()),
  answer_note: Nullable(Type.String()),
  decided_by: Nullable(Type.String()),
  decided_at: Nullable(Moment),
  created_at: Moment,
})

/** Columns of `waitlist` in the shape of the API. */
export const WAITLIST_COLUMNS = columnsOf(WaitlistRequest, 'waitlist')

/** Fields of the public forms. */
export const SignUpForm = Type.Object({
  name: PersonName,
  email: Email(),
  password: Secret({ title: 'Password', maxLength: LONGEST }),
  invite: Type.Optional(Type.String({ title: 'Invite code', maxLength: 100, pattern: LINE })),
})
export const WaitlistForm = Type.Object({
  email: Email(),
  note: Type.Optional(Type.String({ title: 'What you would use it for', maxLength: 1000 })),
})
export const ResetForm = Type.Object({ email: Email() })
