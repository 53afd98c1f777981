import type { newBrowserUsed, SignInChange } from '@waybill/domain/identity/events'
import type { PayloadOf } from '@waybill/domain/kit/event'
import { formatDateTime } from '@waybill/domain/kit/texts/format'

/** Texts about changes to a user’s own sign-in, used by e-mail and inbox. */
export const sign_in_texts: Readonly<Record<SignInChange, { subject: string; line: string }>> = {
  'password-changed': { subject: 'Your password was changed', line: 'Other devices have been signed out.' },
  'two-factor-on': {
    subject: 'Two-factor authentication is on',
    line: 'From now on a code from your app is asked for when you log in.',
  },
  'two-factor-off': {
    subject: 'Two-factor authentication is off',
    line: 'Your password alone is now enough to log in.',
  },
  'two-factor-reset': {
    subject: 'Two-factor authentication was reset',
    line: 'An administrator has removed your authenticator and passkeys. Set them up again after logging in.',
  },
  'passkey-added': {
    subject: 'A passkey was added',
    line: 'It can be used to log in without your password. Passkeys are listed on your profile.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed',
    line: 'It can no longer be used to log in. Passkeys are listed on your profile.',
  },
}

/** Returns the text about a sign-in with a new browser, with instructions. */
export function newBrowserText({ browser, time }: PayloadOf<typeof newBrowserUsed>) {
  return {
    subject: 'New sign-in',
    lines: [
      `Your user signed in with ${browser} on ${formatDateTime(new Date(time))}. This browser has not been used before.`,
      'If it was you, you do not need to do anything.',
      'If it was not you, choose a new password. This signs out all other browsers. To sign them out one by one, go to Profile, Devices.',
    ],
  }
}
