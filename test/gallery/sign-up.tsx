/** The ways in: signing up, asking for an invite, a forgotten password. */
import { ENGLISH } from '../../src/kernel/language/reader.ts'
import { AskReset, SetPassword } from '../../views/signups/sign-up/reset.tsx'
import {
  Awaiting,
  ByHand,
  ConfirmSignUp,
  NoInvite,
  OnWaitlist,
  Sent,
  SignUp,
  Waitlist,
} from '../../views/signups/sign-up/sign-up.tsx'
import { inPublic } from './frames.tsx'
import { NASTY } from './samples.ts'

const EMAIL = 'quinn@quay.example'
const FREE = { trial_index_credits: 10, monthly_check_credits: 100 }
const form = { mode: 'approval', free: FREE, invite: null, waitlist: '/waitlist' } as const
const confirm = { action: '/verify?token=spu_sample', deny: '/verify/deny?token=spu_sample', name: NASTY, email: EMAIL }

export const signUpGallery = [
  { name: 'sign-up', page: () => inPublic('Sign up', <SignUp to={ENGLISH} {...form} />) },
  {
    name: 'sign-up-open',
    page: () => inPublic('Sign up', <SignUp to={ENGLISH} {...form} mode="open" waitlist={null} />),
  },
  {
    name: 'sign-up-invited',
    page: () =>
      inPublic(
        'Sign up',
        <SignUp to={ENGLISH} {...form} invite={{ code: 'spc_sample', email: EMAIL, until: '2026-12-02' }} />,
      ),
  },
  {
    name: 'sign-up-422',
    page: () =>
      inPublic(
        'Sign up',
        <SignUp
          to={ENGLISH}
          {...form}
          values={{ name: NASTY, email: 'nowhere' }}
          issues={[
            { path: 'email', message: 'must be an e-mail address such as ada@northwind.example' },
            { path: 'password', message: 'Use at least 15 characters' },
          ]}
        />,
      ),
  },
  { name: 'sign-up-sent', page: () => inPublic('Sign up', <Sent to={ENGLISH}>Look into your mailbox.</Sent>) },
  {
    name: 'sign-up-confirm',
    page: () => inPublic('Confirm your address', <ConfirmSignUp to={ENGLISH} {...confirm} same />),
  },
  {
    name: 'sign-up-confirm-elsewhere',
    page: () =>
      inPublic(
        'Confirm your address',
        <ConfirmSignUp to={ENGLISH} {...confirm} same={false} issues={[{ path: 'password', message: 'is wrong' }]} />,
      ),
  },
  { name: 'sign-up-awaiting', page: () => inPublic('Awaiting approval', <Awaiting to={ENGLISH} email={EMAIL} />) },
  { name: 'sign-up-by-hand', page: () => inPublic('Accounts', <ByHand to={ENGLISH} />) },
  { name: 'invite-over', page: () => inPublic('Invite', <NoInvite to={ENGLISH} sign_up="/sign-up" />) },
  { name: 'waitlist', page: () => inPublic('Ask for an invite', <Waitlist to={ENGLISH} open={false} />) },
  { name: 'waitlist-open', page: () => inPublic('Ask for an invite', <Waitlist to={ENGLISH} open />) },
  { name: 'waitlist-asked', page: () => inPublic('Waitlist', <OnWaitlist to={ENGLISH} />) },
  { name: 'reset', page: () => inPublic('New password', <AskReset to={ENGLISH} />) },
  {
    name: 'reset-429',
    page: () =>
      inPublic(
        'New password',
        <AskReset
          to={ENGLISH}
          values={{ email: EMAIL }}
          issues={[{ path: '', message: 'This was requested too often for this address today.' }]}
        />,
      ),
  },
  {
    name: 'reset-set',
    page: () => inPublic('New password', <SetPassword to={ENGLISH} action="/reset" email={EMAIL} />),
  },
]
