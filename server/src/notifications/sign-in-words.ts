import type { UserNews } from '@waybill/domain/identity/events'

/** What somebody is told about their own sign-in, by e-mail and in the inbox. */
export const sign_in_words: Readonly<Record<UserNews, { subject: string; line: string }>> = {
  'password-changed': { subject: 'Your password was changed', line: 'Other devices have been signed out.' },
  'two-factor-on': {
    subject: 'Two-factor authentication is on',
    line: 'From now on a passcode is asked for when you log in.',
  },
  'two-factor-off': {
    subject: 'Two-factor authentication is off',
    line: 'Your password alone is now enough to log in.',
  },
  'two-factor-reset': {
    subject: 'Two-factor authentication was reset',
    line: 'An administrator has taken your authenticator away from your user. Set it up again after logging in.',
  },
}
