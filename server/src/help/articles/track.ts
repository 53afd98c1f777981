import type { StoredArticle } from '@waybill/domain/help/model'

/** Help articles on tracking and receiving a parcel. */
export const track_articles: readonly StoredArticle[] = [
  {
    slug: 'track-a-shipment',
    category: 'track',
    title: 'Track a shipment',
    summary: 'Where your parcel is and when it arrives, with or without an account.',
    readers: ['guest', 'account', 'staff'],
    keywords: 'where is my parcel status waybill number reference tracking late follow',
    text: `Choose **Track** in the navigation and enter the tracking reference. It is on the label and in every message about the shipment. You do not need to log in. You can enter up to 50 references at once, with a comma or on new lines.

The page shows where the parcel is, what happens next and when it is expected. It never shows a street, a phone number or a PIN.

## With an account

[Shipments](/shipments) lists everything you have sent. Search by reference, name, phone number or suburb. Open a shipment for its whole timeline, its price and its documents. The page updates automatically.

## What the colours mean

- Blue: booked, collected or travelling between hubs.
- Green: at the hub of the delivery, or out for delivery.
- Red: something went wrong, or the shipment is on hold or cancelled.
- Grey: finished, such as delivered or returned.`,
  },
  {
    slug: 'collect-from-a-locker',
    category: 'track',
    title: 'Collect a parcel from a locker or counter',
    summary: 'Where your parcel is, until when, and how to open the locker.',
    readers: ['guest', 'account', 'staff'],
    keywords: 'locker counter pickup point collect fetch open compartment until deadline hours',
    text: `When the parcel is there, you get a message with the locker or counter and the last day to collect it. The tracking page shows the same: choose **Track** in the navigation and enter the tracking reference.

- At a locker, enter the PIN from the message. At a counter, show it to the staff.
- Keep the PIN to yourself: anyone who has it can take the parcel.

## Too late, or no PIN?

A parcel that is not collected in time goes back to our hub. Call us before that and give the tracking reference. We tell you what is still possible, and send the PIN again.`,
  },
  {
    slug: 'delivery-pin',
    category: 'track',
    title: 'Receive a parcel with a PIN',
    summary: 'What the four digits are for, and what to do if you do not have them.',
    readers: ['guest', 'account', 'staff'],
    keywords: 'otp code pin proof of delivery receive driver door resend lost',
    text: `Some shipments are handed over against a PIN of four digits. It is sent to the receiver when the parcel goes out for delivery.

- Give the PIN to the driver at the door, and only once you have the parcel in your hands.
- Nobody else needs it. We never ask for it by phone.

## No PIN?

The person who booked the shipment can ask us to send it again; staff use **Send PIN again** on the page of the shipment. Without a PIN the driver may ask for a name, a photo and a signature instead.

> After five wrong tries the PIN is locked at that stop for 15 minutes. The driver can still use the other proof.`,
  },
]
