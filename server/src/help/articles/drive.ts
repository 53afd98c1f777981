import type { StoredArticle } from '@waybill/domain/help/model'

/** Help articles for drivers. */
export const drive_articles: readonly StoredArticle[] = [
  {
    slug: 'tripsheet',
    category: 'drive',
    title: 'Your tripsheet',
    summary: 'Start your day, see your stops, and complete each one correctly.',
    readers: ['driver', 'staff'],
    keywords: 'stops route day start end failed reject problem navigate call driver',
    text: `1. Under **Me**, start your day.
2. **Stops** shows the next stop at the top, then the others, then what is done.
3. Press **Open stop**. The address opens the navigation of your phone; **Call** and **Message** reach the contact.
4. Scan the parcels, then press **Deliver** or **Collect**.
5. When all stops are done, bring back what was not delivered and end your day under **Me**.

## When it does not work out

- **Could not deliver** or **Could not collect**: nobody there, closed, refused. Choose the reason; your company may ask for a call or a photo first.
- **Report a problem**, under the menu of the stop: the stop cannot be done as it stands, such as a wrong address.
- **Reject this stop**, in the same menu: it should not be yours. It goes back to the branch.

## Easier to see

Under **Me** you switch on **Bright sunlight**, choose light or dark, and turn sounds on or off.`,
  },
  {
    slug: 'proof-of-delivery',
    category: 'drive',
    title: 'Proof of delivery',
    summary: 'PIN, name, photo and signature: what is required and when the proof is complete.',
    readers: ['driver', 'staff'],
    keywords: 'pod pin signature photo name recipient voucher grv hand over evidence',
    text: `A hand-over is one screen. It ticks itself off from top to bottom, and **Done** tells you what is still missing.

1. **Scan every parcel.** Where your company does not ask for it, check the count instead.
2. **Ask for the PIN.** The receiver got it by message. Type the four digits; the pad does not take scans.
3. **No PIN?** Press **No PIN? Name, photo, signature** and give what is asked for there.

## Good photos

Show the parcel and where it stands, with the label to be read. Take a second photo if the first is dark.

## Wrong PIN

After five wrong tries the PIN is locked at that stop for 15 minutes. Use the other proof meanwhile.

## Signed documents

If the shipment asks for a signed document back, photograph the whole page. Without that photo the hand-over is not complete.

Staff see the proof on the page of the shipment under **Proof of delivery**.`,
  },
  {
    slug: 'driving-without-signal',
    category: 'drive',
    title: 'Work without signal',
    summary: 'Everything is kept on your phone and sent by itself; Sync shows what waits.',
    readers: ['driver', 'staff'],
    keywords: 'offline no network sync queue waiting send kept refused phone driver',
    text: `You do not need signal at the door. Your stops stay on the phone, and each hand-over with its photos is saved there when you press **Done**.

- A mark on the stop shows whether it was sent or is waiting.
- **Sync** lists what is waiting, how old it is and why. It is sent automatically, oldest first, when there is signal. **Send now** tries immediately.
- If the office did not accept something, **Sync** shows it with the reason. Show it to your branch.

> Do not log out and do not clear the data of the browser while something is waiting. You cannot log out until everything has been sent.`,
  },
]
