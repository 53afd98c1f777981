import type { KeptArticle } from '@waybill/domain/help/model'

/** Users, roles and signing in. */
export const people_articles: readonly KeptArticle[] = [
  {
    slug: 'users-and-roles',
    category: 'people',
    title: 'Users and roles',
    summary: 'Invite people, choose what they may do, and take rights away again.',
    readers: ['account', 'staff'],
    keywords: 'invite user role permission disable remove colleague owner administrator rights branch',
    text: `## Users of an account

The owner of an account invites colleagues under [Account](/account), tab **Users**: **Invite user**, name, email and role.

- **Account Owner**: everything of the account, its users and its API keys too.
- **Account User**: books, follows and sees prices and documents.
- **Account User – No billing**: the same without prices and documents.

An invitation works for 7 days. It can be sent again from the menu of the user.

## Staff

Staff are invited under [Users](/users). A role decides what somebody sees and may do; [Roles](/roles) lists every right under its heading. Somebody can be limited to one branch.

Nobody can give rights that they do not have themselves, and the last administrator of a company and the last owner of an account stay.

## Disable or remove

A **disabled** user cannot log in and can be enabled again. A **removed** user is gone for good, and the email address is free for a new invitation. Both end all sessions at once. What somebody did stays in the history under their name.`,
  },
  {
    slug: 'two-factor',
    category: 'people',
    title: 'Protect your sign-in with two-factor authentication',
    summary: 'Set up an authenticator app, keep recovery codes, and what to do without your phone.',
    readers: ['account', 'staff', 'driver'],
    keywords: '2fa otp authenticator passcode recovery codes lost phone password security device sessions',
    text: `With two-factor authentication a code from an app on your phone is asked for besides your password. Some roles require it.

1. Open your [profile](/profile) and press **Set up** under **Two-factor authentication**.
2. Press **Proceed** and scan the picture with an authenticator app, such as Google Authenticator or Aegis.
3. Enter the 6 digits that the app shows and press **Activate**.
4. Keep the recovery codes where you find them without your phone. Each lets you in once.

## Without your phone

Enter a recovery code instead of the passcode. No codes left? Ask whoever manages your users to reset two-factor for you, then set it up again.

## Somebody else in your account?

Under **Devices** in your [profile](/profile) you see where you are signed in, and end any session you do not know. Then change your password, which signs out all other devices. When the way you sign in is changed, you are told by email and in your [inbox](/inbox).`,
  },
]
