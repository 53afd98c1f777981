import type { StoredArticle } from '@waybill/domain/help/model'

/** Help articles on integrations and imports. */
export const connect_articles: readonly StoredArticle[] = [
  {
    slug: 'api-keys',
    category: 'connect',
    title: 'API keys',
    summary: 'Let your web shop or your own system book and track shipments here.',
    readers: ['account', 'staff'],
    keywords: 'api key integration developer token web shop bearer revoke documentation',
    text: `Account owners and administrators make keys under [Settings](/settings?tab=api-keys), **API keys**.

1. Press **New API key** and give it a name that says what it is for, such as 'Web shop'.
2. Choose a role. It decides what the key may do.
3. Copy the key. It is not shown again.

Your system sends the key with every call:

- Header \`Authorization\` with \`Bearer\` and the key behind it.
- The calls, their fields and answers are described at \`/api-docs\` of the API address. Ask us for that address.

## Keep it safe

Use one key for each system, so that you can take one away without stopping the others. The list shows when a key was last used. **Revoke** ends a key at once; a revoked key cannot be brought back.

## End, parts and addresses

A key may end by itself after some days, be used for parts of what its role may do only, and be used from your own addresses only. **Edit** changes all of it.

## Replace a key

**Replace** makes a new key and lets the former one work on for as long as you choose, up to 7 days, so that your systems never stand still. Both show when they were last used.`,
  },
  {
    slug: 'webhooks',
    category: 'connect',
    title: 'Webhooks',
    summary:
      'Have your own system told at once when a parcel moves, a note is written or an invoice is issued.',
    readers: ['account', 'staff'],
    keywords: 'webhook subscription push event notify signature secret hmac retry endpoint receiver',
    text: `Account owners make subscriptions under [Settings](/settings?tab=webhook-subscriptions), **Webhook subscriptions**.

1. Press **New subscription** and choose what it is about: tracking events, notes, measured parcels, changed delivery addresses or invoices.
2. Enter the https address of your system. For tracking events you may choose the statuses you want.
3. Copy the signing secret. It is not shown again.
4. Press **Send test** to see whether your system answers.

## What your system has to do

- Answer with a status of 200 to 299 within 15 seconds, and do its work afterwards.
- Bear repeats: the header \`webhook-id\` is the same for every try of a message.
- Check the signature. Compute HMAC-SHA-256 over \`webhook-id\`, a dot, \`webhook-timestamp\`, a dot and the body as it came, with the bytes behind \`whsec_\` in the secret, which are base64. One of the values behind \`v1,\` in \`webhook-signature\` has to be the same in base64. Refuse timestamps that are more than 5 minutes off.

## When it does not answer

A message is tried ten times in about three days. **Delivery log** shows every message with its answer, and **Send again** sends one once more. Without a single success for five days the subscription is switched off and you get an email; switch it on again when your system is back.

> **New signing secret** replaces the secret without a gap: for 24 hours messages are signed with both.`,
  },
  {
    slug: 'third-party-integrations',
    category: 'connect',
    title: 'Third-party integrations',
    summary:
      'Connect other couriers, measuring machines and your own programs, with rules that say when they are called.',
    readers: ['staff'],
    keywords:
      'integration courier partner parcel perfect ship logic fastway ram matflo rws rule trigger filter log',
    text: `Administrators find them under [Tools](/tools), [Third-party integrations](/tools/third-party-integrations).

1. Press **New integration**, choose the provider and enter its connection details. Secrets are stored encrypted and shown as stars.
2. Add a rule: when it is called, for which shipments, and what is done. You can choose only filters that fit the trigger, and all of them must match.
3. You can also hand a single shipment to a courier: press **Hand over a shipment** under **Connection**. Its status becomes outsourced when the courier accepts it.
4. Open **Request log** to see every call, with what was sent and answered. **Do it again** repeats the whole task.

## Updates from other couriers

The **Status map** turns their codes into statuses. A code that is not mapped yet changes nothing. It stays in the history for the office and is listed at the top of the map.

## Machines in the hub

A measuring machine gets its own address under **Connection**. It sends the barcode, sizes and weight there and gets the bay as the answer. Anyone who knows the address can measure parcels, so keep it secret.

> Fastway and RAM can be chosen after they are switched on in the [settings](/settings). After you switch them off, nothing is sent to them or requested from them.`,
  },
  {
    slug: 'import-users',
    category: 'connect',
    title: 'Import users from a file',
    summary: 'Invite up to 500 people at once from a CSV file.',
    readers: ['staff'],
    keywords: 'csv bulk upload excel users import template invite many',
    text: `1. Open [Users bulk import](/tools/users-bulk-import) and download the template.
2. Fill in a line for every user. Name, email and role are needed; phone number, account code and branch may stay empty.
3. Choose the file. Every line is checked and shows **Ready** or what is wrong.
4. Press **Invite**. Every user gets an invitation by email.

All lines are imported or none. If a line is wrong, correct the file and choose it again; nothing has been sent yet.

- The role is the name of a role as [Roles](/roles) lists it.
- An account code makes the person a user of that customer. Without it the person is staff.
- The file may use commas or semicolons, as spreadsheets save them.
- One file holds at most 500 users.`,
  },
  {
    slug: 'codes-by-sms',
    category: 'connect',
    title: 'Codes by SMS',
    summary: 'Verify the phone of new customers, through this installation or your own Infobip account.',
    readers: ['staff'],
    keywords: 'sms infobip otp verification phone registration gateway sender',
    text: `New customers verify their email address, their phone, or both, before an account is opened. Choose it in the [settings](/settings?tab=accounts) under **Verification**. There you also set the length of a code, how long it is valid, and after how many seconds another one can be sent.

## SMS gateway

The [notification settings](/settings?tab=notifications) decide how SMS are sent:

- **This installation**: through the gateway its operator has chosen. A trial installation shows every SMS on a page and delivers none.
- **Infobip**: through your own account. Enter the address Infobip gave you, which ends in infobip.com, and a key. The sender name has to be one that Infobip has approved for you.

If the gateway cannot be reached, we try again. If it refuses a number or a key, we do not.

> If both are verified, the phone code is sent after the customer enters the email code. A mistyped address then costs no SMS.`,
  },
  {
    slug: 'messages-about-parcels',
    category: 'connect',
    title: 'Messages about parcels',
    summary: 'Messages to senders and receivers by email, SMS and WhatsApp, and quiet hours for phones.',
    readers: ['staff'],
    keywords: 'sms whatsapp email notification template quiet hours pin locker bulk text receiver footer',
    text: `The [settings of notifications](/settings?tab=notifications) list every event with a switch for the collection contact and one for the delivery contact, for each channel.

- An SMS begins with your sender name and ends with a short address that leads to your own pages. **Longest SMS** says how many parts it may take; what is less important is left out first.
- Between the quiet hours no SMS and no WhatsApp message is sent. It goes out afterwards if it is still true. A PIN is sent at any hour.
- Everything that was sent is in the **communication log** of the shipment, with the PIN covered.

## Lockers

A receiver gets a pickup PIN when the parcel waits in its locker, a sender a drop-off PIN when one is awaited there. Both can be sent again from the shipment, three times a day.

## One SMS to many

Choose shipments in the [list](/shipments) and then **More**, **Text the receivers**. Each number gets one message.

## Notes by email

A note that the customer may read can be emailed to the contacts and to the account holder while you write it.

## WhatsApp

It appears once it has been allowed for your company. Register one template per event with WhatsApp, in English and named like the event: \`awaiting_dropoff\`, \`out_for_delivery\`, \`delivery_failed_attempt\`, \`ready_for_pickup\`, \`delivered\`. Your Infobip account of SMS sends them, from the **Sender number**.`,
  },
]
