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

1. Press **New API key** and enter a name that shows the purpose, such as 'Web shop'.
2. Choose a role. It decides what the key may do.
3. Copy the key. It is not shown again.

Your system sends the key with every request:

- Header \`Authorization\` with \`Bearer\` and then the key.
- The API reference is at \`/api-docs\` of the API address. Ask us for that address.

## Keep it safe

Use a separate key for each system. Then you can revoke one key, and the other systems continue to work. The list shows when a key was last used. **Revoke** ends a key immediately. You cannot restore a revoked key.

## End, parts and addresses

You can set an end date for a key, limit it to some of the permissions of its role, and limit it to your own network addresses. Press **Edit** to change this.

## Replace a key

**Replace** makes a new key. The old key continues to work for as long as you choose, up to 7 days, so that you have time to change your systems. The list shows when each key was last used.`,
  },
  {
    slug: 'webhooks',
    category: 'connect',
    title: 'Webhooks',
    summary:
      'Notify your own system immediately when a parcel moves, a note is written or an invoice is issued.',
    readers: ['account', 'staff'],
    keywords: 'webhook subscription push event notify signature secret hmac retry endpoint receiver',
    text: `Account owners make subscriptions under [Settings](/settings?tab=webhook-subscriptions), **Webhook subscriptions**.

1. Press **New subscription** and choose a topic: tracking events, notes, measured parcels, changed delivery addresses or invoices.
2. Enter the https address of your system. For tracking events you can choose the statuses.
3. Copy the signing secret. It is not shown again.
4. Press **Send test** to check that your system responds.

## What your system has to do

- Respond with a status of 200 to 299 within 15 seconds. Process the message afterwards.
- Ignore repeats. The header \`webhook-id\` is the same for every attempt of a message.
- Check the signature. Compute HMAC-SHA-256 over \`webhook-id\`, a dot, \`webhook-timestamp\`, a dot and the unchanged body. The key is the part of the secret after \`whsec_\`, decoded from base64. The result in base64 must be equal to one of the values after \`v1,\` in \`webhook-signature\`. Reject timestamps that differ from your clock by more than 5 minutes.

## When it does not answer

A message is sent up to ten times in about three days. **Delivery log** shows every message with its response. **Send again** sends a message once more. If no message is delivered for five days, the subscription is switched off and you get an email. When your system works again, press **Switch on** in the menu of the subscription.

> **New signing secret** replaces the secret. For 24 hours, messages are signed with both secrets.`,
  },
  {
    slug: 'third-party-integrations',
    category: 'connect',
    title: 'Third-party integrations',
    summary:
      'Connect other couriers, measuring machines and your own programs, with rules for when they are called.',
    readers: ['staff'],
    keywords:
      'integration courier partner parcel perfect ship logic fastway ram matflo rws rule trigger filter log',
    text: `Administrators find integrations under [Tools](/tools), [Third-party integrations](/tools/third-party-integrations).

1. Press **New integration**, choose the provider and enter its connection details. Secrets are stored encrypted and shown as stars.
2. Press **New rule** and enter when the rule runs, for which shipments, and what it does. You can choose only filters that fit the trigger. A shipment must match all filters.
3. You can also hand over one shipment to a courier: press **Hand over a shipment** under **Connection**. Its status changes to outsourced when the courier accepts it.
4. Open **Request log** to see every call, with the request and the response. Open a call and press **Repeat** to run its task again.

## Updates from other couriers

The **Status map** converts the codes of the courier to statuses. A code that is not in the map changes nothing. It is stored in the history for staff and listed at the top of the map.

## Machines in the hub

A measuring machine has a separate address under **Connection**. It sends the barcode, dimensions and weight to this address and receives the bay. Anyone who knows the address can measure parcels, so keep it secret.

> You can choose Fastway and RAM after they are switched on in the [settings](/settings). After you switch them off, nothing is sent to them or requested from them.`,
  },
  {
    slug: 'import-users',
    category: 'connect',
    title: 'Import users from a file',
    summary: 'Invite up to 500 people at once from a CSV file.',
    readers: ['staff'],
    keywords: 'csv bulk upload excel users import template invite many',
    text: `1. Open [Users bulk import](/tools/users-bulk-import) and download the template.
2. Fill in one line for each user. Name, email and role are required. Phone number, account code and branch are optional.
3. Choose the file. Every line is checked and shows **Ready** or an error.
4. Press the button that starts with **Invite**. Every user gets an invitation by email.

All lines are imported, or none. If a line has an error, correct the file and choose it again. No invitation has been sent at that time.

- The role is the name of a role on the page [Roles](/roles).
- With an account code, the person becomes a user of that customer. Without it, the person becomes staff.
- You can use commas or semicolons to separate the columns.
- A file can contain up to 500 users.`,
  },
  {
    slug: 'codes-by-sms',
    category: 'connect',
    title: 'Codes by SMS',
    summary: 'Verify the phone of new customers, through this installation or your own Infobip account.',
    readers: ['staff'],
    keywords: 'sms infobip otp verification phone registration gateway sender',
    text: `New customers verify their email address, their phone, or both, before their account is opened. Choose this in the [settings](/settings?tab=accounts) under **Verification**. There you also set the length of a code, how long it is valid, and the number of seconds before another code can be sent.

## SMS gateway

The [notification settings](/settings?tab=notifications) decide how SMS are sent:

- **This installation**: through the gateway of the operator. A trial installation shows every SMS on a page and does not send it.
- **Infobip**: through your own account. Enter the address from Infobip, which ends in infobip.com, and a key. Infobip must have approved the sender name for you.

If the gateway cannot be reached, we try again. If it rejects a number or a key, we do not try again.

> If both are verified, the phone code is sent after the customer enters the email code. A wrong email address therefore costs no SMS.`,
  },
  {
    slug: 'messages-about-parcels',
    category: 'connect',
    title: 'Messages about parcels',
    summary: 'Messages to senders and receivers by email, SMS and WhatsApp, and quiet hours.',
    readers: ['staff'],
    keywords: 'sms whatsapp email notification template quiet hours pin locker bulk text receiver footer',
    text: `The [settings of notifications](/settings?tab=notifications) list every event. For each channel there is a switch for the collection contact and a switch for the delivery contact.

- An SMS starts with your sender name and ends with a short link to your own pages. **Longest SMS** sets the maximum number of parts. If the text is too long, less important parts are left out.
- No SMS or WhatsApp message is sent during the quiet hours. It is sent afterwards if it still applies. A PIN is sent at any time.
- The **Communication log** under **More** on the page of the shipment lists every message. PINs are hidden there.

## Lockers

The receiver gets a pickup PIN when the parcel is in the locker. The sender gets a drop-off PIN when the locker expects the parcel. You can send both again from the page of the shipment, up to three times a day.

## One SMS to many

Choose shipments in the [list](/shipments), then **Send SMS to receivers**. If you do not see it, open **More**. Each number gets one message.

## Notes by email

When you write a note that the customer can read, you can also email it to the contacts and to the account holder.

## WhatsApp

WhatsApp is available after it was allowed for your company. Register one template for each event with WhatsApp, in English and with the name of the event: \`awaiting_dropoff\`, \`out_for_delivery\`, \`delivery_failed_attempt\`, \`ready_for_pickup\`, \`delivered\`. Messages are sent through your Infobip account for SMS, from the **Sender number**.`,
  },
]
