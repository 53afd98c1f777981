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
    text: `1. Open **Me** and press **Start day**.
2. **Stops** shows the next stop at the top, then the other stops, then finished stops.
3. Press **Open stop**. Press the address to open the navigation on your phone. Press **Call** or **Message** to reach the contact.
4. Scan the parcels, then press **Deliver** or **Collect**.
5. When all stops are finished, return undelivered parcels to the branch. Then open **Me** and press **End day**.

## When it does not work out

- **Could not deliver** or **Could not collect**: for example, no one is there, the place is closed, or the parcel is refused. Choose the reason. Your company may require a call or a photo first.
- **Report a problem**, in the menu of the stop: you cannot do the stop, for example because the address is wrong.
- **Reject this stop**, in the same menu: the stop is not yours. It goes back to the branch.

## Easier to see

Open **Me** to switch on **Bright sunlight**, choose the light or dark theme, and switch sounds on or off.`,
  },
  {
    slug: 'proof-of-delivery',
    category: 'drive',
    title: 'Proof of delivery',
    summary: 'PIN, name, photo and signature: what is required and when the proof is complete.',
    readers: ['driver', 'staff'],
    keywords: 'pod pin signature photo name recipient voucher grv hand over evidence locker counter',
    text: `A hand-over is one screen with steps. Finished steps get a tick. **Done** shows what is still missing.

1. **Scan every parcel**. If your company does not require scanning, check the number of parcels.
2. Ask for the PIN. The receiver got it in a message. Type the digits. You cannot scan a PIN.
3. If there is no PIN, press **No PIN? Name, photo, signature** and fill in the fields.

## Good photos

Show the parcel and the place where you left it. The label must be readable. If the photo is dark, take another one.

## Wrong PIN

After five wrong attempts, the PIN is locked at that stop for 15 minutes. Use name, photo and signature instead.

## Lockers and counters

At a locker you need no PIN from the receiver. Scan the parcels and put them in. If the door has a name, enter it. At a counter, hand the parcels to the staff. The receiver then gets a message with a PIN.

## Signed documents

If the shipment needs a signed document, photograph the whole page. Without this photo the hand-over is not complete.

Staff see the proof on the page of the shipment under **Proof of delivery**.`,
  },
  {
    slug: 'driving-without-signal',
    category: 'drive',
    title: 'Work without signal',
    summary: 'Everything is saved on your phone and sent automatically. Sync shows what is waiting.',
    readers: ['driver', 'staff'],
    keywords: 'offline no network sync queue waiting send kept refused phone driver',
    text: `You do not need signal for a hand-over. Your stops are stored on your phone. When you press **Done**, the hand-over and its photos are saved on the phone.

- A mark on the stop shows whether it was sent or is waiting.
- **Sync** lists what is waiting, how old it is and the reason. It is sent automatically, oldest first, when there is signal. Press **Send now** to try immediately.
- If something was refused, **Sync** shows the reason. Show it to your branch.

> Do not log out and do not clear the browser data while something is waiting. You cannot log out until everything has been sent.`,
  },
]
