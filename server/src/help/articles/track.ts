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
    text: `Choose **Track** in the navigation and enter the tracking reference. It is on the label and in every message about the shipment. You do not need to log in. You can enter up to 50 references, separated by commas or new lines.

The page shows where the parcel is, the next step and the expected delivery. It never shows a street, a phone number or a PIN.

## With an account

[Shipments](/shipments) lists everything you have sent. Search by reference, name, phone number or suburb. Open a shipment to see its timeline, its price and its documents. The page updates automatically.

## What the colours mean

- Blue: booked, collected or in transit between hubs.
- Green: at the delivery hub, or out for delivery.
- Red: there is a problem, or the shipment is on hold or cancelled.
- Grey: finished, such as delivered or returned.`,
  },
  {
    slug: 'collect-from-a-locker',
    category: 'track',
    title: 'Collect a parcel from a locker or counter',
    summary: 'Where your parcel is, until when, and how to open the locker.',
    readers: ['guest', 'account', 'staff'],
    keywords: 'locker counter pickup point collect fetch open compartment until deadline hours',
    text: `When the parcel is ready, you get a message with the locker or counter and the last day to collect it. The tracking page shows the same: choose **Track** in the navigation and enter the tracking reference.

- At a locker, enter the PIN from the message. At a counter, show the PIN to the staff.
- Do not share the PIN. Anyone who has it can take the parcel.

## Too late, or no PIN?

You can extend the time once, while the parcel waits: on the tracking page enter the last 4 digits of your mobile number under **More time?** and choose **Extend the time**. If you need still more, or have no PIN, call us and give the tracking reference.

A parcel that is not collected in time goes back to our hub.`,
  },
  {
    slug: 'delivery-pin',
    category: 'track',
    title: 'Receive a parcel with a PIN',
    summary: 'What the PIN is for, and what to do if you do not have it.',
    readers: ['guest', 'account', 'staff'],
    keywords: 'otp code pin proof of delivery receive driver door resend lost',
    text: `For some shipments the driver asks for a PIN, usually of four digits. The receiver gets it when the parcel is out for delivery.

- Give the PIN to the driver at the door, only after you have the parcel in your hands.
- Do not give it to anyone else. We never ask for it by phone.

## No PIN?

The person who booked the shipment can ask us to send the PIN again. Staff use **Send PIN again** on the page of the shipment. Without a PIN the driver may ask for a name, a photo and a signature instead.

> After five wrong attempts, the PIN is locked at that stop for 15 minutes. The driver can still use name, photo and signature.`,
  },
]
