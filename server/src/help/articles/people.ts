import type { StoredArticle } from '@waybill/domain/help/model'

/** Help articles on users, roles and signing in. */
export const people_articles: readonly StoredArticle[] = [
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

Roles to begin with, which may be changed: operations manager, controller, hub operator, customer service, kiosk operator (books at a counter, takes payments and cancels only its own bookings of the day), sales (quotes, accounts and draft prices, but no booking), back-office POD (proofs of delivery), and read-only auditor.

Nobody can give rights that they do not have themselves, and the last administrator of a company and the last owner of an account stay.

## Disable or remove

A **disabled** user cannot log in and can be enabled again. A **removed** user is gone for good, and the email address is free for a new invitation. Both end all sessions at once. What somebody did stays in the history under their name.`,
  },
  {
    slug: 'two-factor',
    category: 'people',
    title: 'Protect your sign-in with two-factor authentication',
    summary: 'Set up an authenticator app, keep recovery codes, and sign in without your phone.',
    readers: ['account', 'staff', 'driver'],
    keywords:
      'passkey fingerprint face confirm 2fa otp authenticator passcode recovery codes lost phone password security device sessions',
    text: `With two-factor authentication a code from an app on your phone is asked for besides your password. Some roles require it, and the company may demand it of administrators or of all staff: people without it set it up before anything else.

1. Open your [profile](/profile) and press **Set up** under **Two-factor authentication**.
2. Press **Proceed** and scan the picture with an authenticator app, such as Google Authenticator or Aegis.
3. Enter the 6 digits that the app shows and press **Activate**.
4. Keep the recovery codes where you find them without your phone. Each lets you in once.

## Without your phone

Enter a recovery code instead of the passcode. No codes left? Ask the person who manages your users to reset two-factor for you, then set it up again.

## Passkeys

With a passkey you log in by fingerprint, face or the PIN of a device, without password and passcode. Press **Add a passkey** on your [profile](/profile), name the device, and follow your browser. From then on **Log in with a passkey** is enough. It counts as your second factor too: with a password alone nobody comes in. Remove passkeys of devices that you no longer have; you are told by email of every one that is added or removed.

## Confirm that it is you

Before you change roles, API keys or bank details, or take a file of many shipments out, you are asked to confirm who you are: with your passkey or passcode, or with your password where you have neither. It counts for ten minutes, and what you typed stays.

## Somebody else in your account?

Under **Devices** in your [profile](/profile) you see where you are signed in, and end any session you do not know. Then change your password, which signs out all other devices. When the way you sign in is changed, you are told by email and in your [inbox](/inbox).`,
  },
  {
    slug: 'open-an-account',
    category: 'people',
    title: 'Open an account',
    summary: 'What we ask for, and the code that verifies your email address or phone.',
    readers: ['guest', 'account', 'staff'],
    keywords: 'register sign up registration new customer code verify otp sms terms captcha',
    text: `Where the courier company takes new customers, the sign-in page leads to **Open an account**.

1. Enter your details and choose a password. Email addresses that are thrown away after use are refused.
2. Enter where you send from and where invoices go, if you like. Both can be changed later.
3. Accept the terms, where there are any.
4. Enter the code that was sent to your email address, your phone, or one after the other.

The code works for a few minutes and five tries. Ask for another one with **Send the code again**; the newest one counts. Nothing is opened until the code is entered, and a registration that is not confirmed within a day is forgotten.

> Got an email that says you already have an account? Somebody entered your address. Log in as before, or choose a new password.

Your browser does a little work before the form is sent, to slow programs down that fill in forms by the thousand. There is nothing for you to do.

Some companies look at new accounts first. Until then the account is on hold: you can log in, and book once it was approved.`,
  },
  {
    slug: 'forgotten-password',
    category: 'people',
    title: 'Forgotten or new password',
    summary: 'Get a link to choose a new one, and see the rules for passwords.',
    readers: ['guest', 'account', 'staff', 'driver'],
    keywords: 'reset password forgot link log in locked change common too short',
    text: `## Forgotten

1. Press **Forgot password?** on the sign-in page.
2. Enter your email address or username and press **Send the link**.
3. Open the link in the email and choose a new password. It works once, within 30 minutes.

The page says the same for every address, so that nobody learns who has an account. No email? Look among unwanted mail, then ask the person who manages your users whether your address is right.

## Change it while you are logged in

Open your [profile](/profile), enter the current password and the new one. All other devices are signed out.

## What a password must be like

- At least 8 characters; a company may ask for more.
- Not one of the 100,000 that people use most, and not your own name or address.
- Anything else is taken exactly as you type it. A few words with spaces are a good choice.

After several wrong tries there is a pause before the next one, which grows.`,
  },
  {
    slug: 'new-sign-in',
    category: 'people',
    title: 'A message about a new sign-in',
    summary: 'What it means, and what to do when it was not you.',
    readers: ['account', 'staff', 'driver'],
    keywords: 'new device browser security warning email hacked sessions devices sign out everywhere',
    text: `When someone signs in as you with a new browser, you are told by email and in your [inbox](/inbox). The message gives the browser and the time. You also get it for a new phone, for another browser on the same computer, and after you clear the data of a browser.

## If it was you

You do not need to do anything.

## If it was not you

1. Choose a new password in your [profile](/profile). That signs out every other browser.
2. Check **Devices** there. End every session that you do not recognise.
3. Set up [two-factor authentication](/help-centre/two-factor), if you have not done so.
4. Tell the person who manages your users.`,
  },
  {
    slug: 'about-drivers',
    category: 'people',
    title: 'What is kept about drivers',
    summary: 'Vehicle, maximum load, licence and pay plan, and who can see them.',
    readers: ['staff'],
    keywords: 'driver vehicle registration van bakkie capacity licence expiry pay plan branch',
    text: `A driver is a user with the role **Driver**. Open one under [Users](/users) and enter, if you like:

- registration and type of the vehicle,
- how many kilograms and cubic metres it carries at most,
- the last day of the driving licence,
- the pay plan.

All of these are optional. Zones come from the [map](/maps): a driver has the zones they are assigned to there.

People who may see drivers see the vehicle, its maximum load and the licence. The pay plan is shown only where users are managed.`,
  },
]
