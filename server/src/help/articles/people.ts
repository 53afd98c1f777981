import type { StoredArticle } from '@waybill/domain/help/model'

/** Help articles on users, roles and signing in. */
export const people_articles: readonly StoredArticle[] = [
  {
    slug: 'users-and-roles',
    category: 'people',
    title: 'Users and roles',
    summary: 'Invite users, choose what they may do, and disable or remove them.',
    readers: ['account', 'staff'],
    keywords: 'invite user role permission disable remove colleague owner administrator rights branch',
    text: `## Users of an account

The owner of an account invites colleagues under [Account](/account), tab **Users**: press **Invite user** and enter name, email and role.

- **Account Owner**: everything of the account, including its users and API keys.
- **Account User**: can book and track shipments, and see prices and documents.
- **Account User – No billing**: the same, without prices and documents.

An invitation is valid for 7 days. You can send it again from the menu of the user.

## Staff

Invite staff under [Users](/users). The role decides what a user can see and do. [Roles](/roles) lists every right. You can limit a user to one branch.

You can change the roles that come with the product: operations manager, controller, hub operator, customer service, kiosk operator (books at a counter, takes payments and cancels only their own bookings of the day), sales (quotes, accounts and draft prices, but no booking), back-office POD (proofs of delivery), and read-only auditor.

You can give only rights that you have yourself. You cannot remove the last administrator of a company or the last owner of an account.

## Disable or remove

A **disabled** user cannot log in. You can enable the user again. You cannot restore a **removed** user, but you can invite the same email address again. Both end all sessions of the user immediately. The history still shows the name of the user.`,
  },
  {
    slug: 'two-factor',
    category: 'people',
    title: 'Protect your sign-in with two-factor authentication',
    summary: 'Set up an authenticator app, save recovery codes, and sign in without your phone.',
    readers: ['account', 'staff', 'driver'],
    keywords:
      'passkey fingerprint face confirm 2fa otp authenticator passcode recovery codes lost phone password security device sessions',
    text: `With two-factor authentication you enter your password and a code from an app on your phone. Some roles require it, and your company can require it for administrators or all staff. If it is required, you must set it up before you can continue.

1. Open your [profile](/profile) and press **Set up** under **Two-factor authentication**.
2. Press **Proceed** and scan the picture with an authenticator app, such as Google Authenticator or Aegis.
3. Enter the 6 digits from the app and press **Activate**.
4. Save the recovery codes in a place that you can reach without your phone. You can use each code once.

## Without your phone

Enter a recovery code instead of the passcode. If you have no codes left, ask the person who manages your users to reset two-factor authentication for you. Then set it up again.

## Passkeys

With a passkey you log in with a fingerprint, your face or the PIN of a device. You do not need a password or passcode. Press **Add a passkey** on your [profile](/profile), name the device, and follow your browser. Then you can use **Log in with a passkey**. A passkey also counts as your second factor: a password alone is no longer enough. Remove passkeys of devices that you no longer have. You get an email when a passkey is added or removed.

## Confirm that it is you

Before you change roles, API keys or bank details, or export many shipments, you must confirm who you are. Use your passkey or passcode, or your password if you have neither. The confirmation is valid for ten minutes. What you typed is not lost.

## Somebody else in your account?

**Devices** on your [profile](/profile) shows where you are signed in. End every session that you do not know. Then change your password. This signs out all other devices. You get an email and a message in your [inbox](/inbox) when your sign-in settings change.`,
  },
  {
    slug: 'open-an-account',
    category: 'people',
    title: 'Open an account',
    summary: 'What we ask for, and the code that verifies your email address or phone.',
    readers: ['guest', 'account', 'staff'],
    keywords: 'register sign up registration new customer code verify otp sms terms captcha',
    text: `If the courier company accepts new customers, the sign-in page has a link **Open an account**.

1. Enter your details and choose a password. The company can reject disposable email addresses.
2. Enter your collection address and billing details, if you like. You can change both later.
3. Accept the terms, if there are any.
4. Enter the code that we sent to your email address or phone. You may have to enter one for each.

A code is valid for a few minutes and five attempts. To get another code, press **Send the code again**. Only the newest code is valid. Your account is opened after you enter the code. If you do not enter it within a day, the registration is deleted.

> Did you get an email that says you already have an account? Someone entered your email address. Log in as before, or choose a new password.

Before the form is sent, your browser does a short calculation. This slows down programs that send many forms. You do not need to do anything.

Some companies check new accounts first. Until then the account is on hold: you can log in, but you can book only after the account is approved.`,
  },
  {
    slug: 'forgotten-password',
    category: 'people',
    title: 'Forgotten or new password',
    summary: 'Get a link to choose a new password, and see the rules for passwords.',
    readers: ['guest', 'account', 'staff', 'driver'],
    keywords: 'reset password forgot link log in locked change common too short',
    text: `## Forgotten

1. Press **Forgot password?** on the sign-in page.
2. Enter your email address or username and press **Send the link**.
3. Open the link in the email and choose a new password. You can use the link once, within 30 minutes.

The page shows the same message for every address. This way it does not reveal who has an account. If you get no email, check your spam folder. Then ask the person who manages your users whether your address is right.

## Change it while you are logged in

Open your [profile](/profile) and enter the current password and the new password. All other devices are signed out.

## What a password must be like

- At least 8 characters. Your company may require more.
- Not one of the 100,000 most common passwords, and not your own name or address.
- All other passwords are accepted, exactly as you type them. A few words with spaces are a good choice.

After several wrong attempts you must wait before you can try again. The wait gets longer each time.`,
  },
  {
    slug: 'new-sign-in',
    category: 'people',
    title: 'A message about a new sign-in',
    summary: 'What it means, and what to do if it was not you.',
    readers: ['account', 'staff', 'driver'],
    keywords: 'new device browser security warning email hacked sessions devices sign out everywhere',
    text: `When someone signs in as you with a new browser, you get an email and a message in your [inbox](/inbox). The message shows the browser and the time. You also get it when you use a new phone or another browser on the same computer, and after you clear your browser data.

## If it was you

You do not need to do anything.

## If it was not you

1. Choose a new password in your [profile](/profile). This signs out all other browsers.
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
    text: `A driver is a user with the role **Driver**. Open the driver under [Users](/users). You can enter the **Vehicle registration** and the **Vehicle type**. Both are optional.

A driver's zones come from the [map](/maps). Assign a zone to the driver there.

The maximum load, the expiry date of the licence and the pay plan can be read and set only through the API. When you assign a driver, you get a warning if the load is too heavy for the vehicle or the licence has expired.

The API returns the vehicle, its maximum load and the licence to users who can see drivers. It returns the pay plan only to users who can see the list of users.`,
  },
  {
    slug: 'own-locations',
    category: 'people',
    title: 'Your own lockers and counters',
    summary: 'Add locations, keep their doors and hours up to date, and import many from a file.',
    readers: ['staff'],
    keywords:
      'location locker counter pickup point door compartment capacity hours holiday photo out of order close import',
    text: `[Locations](/locations) lists the lockers and counters of all networks. You see how many doors of each size are free, how many parcels a counter holds, and which locations are out of order. Filter by kind, network and state.

## Add a location

1. Press **New location** and choose **Locker** or **Counter**.
2. Enter a code, the name that customers see and the address. Press the map to move the pin.
3. Choose the hours, and what holds on public holidays.
4. For a locker, take the sizes of a network or enter your own. Then add doors: the number 12 and the letter A add the doors A1 to A12. For a counter, enter how many parcels it holds.
5. Press **Add location**.

## When something breaks

Mark single doors as out of order. They get no parcels, and parcels inside stay there. If the whole location does not work, enter the reason in **Out of order because**. A door that is in use can be removed only when it is empty.

## Close a location for good

Choose **Close for good** in the menu of the location. This works only when no parcel is there or on its way there. Past shipments keep its name.

## Import many at once

Press **Import** and download the template. Every line is a location. Doors are sizes and numbers, such as \`small:4;large:2\`. The file is checked cell by cell. Nothing is added until every line is right.`,
  },
]
