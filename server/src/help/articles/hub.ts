import type { StoredArticle } from '@waybill/domain/help/model'

/** Help articles on scanning at the hub. */
export const hub_articles: readonly StoredArticle[] = [
  {
    slug: 'hub-scanner',
    category: 'hub',
    title: 'Scan at the hub',
    summary: 'Choose a mode, scan, and read the result in large letters.',
    readers: ['staff'],
    keywords: 'scanner barcode arrive bay out for delivery return measure look up verdict sound hub',
    text: `1. Open the [hub scanner](/hub-scanner) and choose what you do.
2. Choose the branch, and where it is asked for the bay or the driver.
3. Press **Start scanning**. From then on every scan counts, wherever the cursor is.

## Modes

- **Arrive at hub**: parcels come in from a driver, a customer or another hub.
- **Assign bay**: scan the barcode of a bay, then the parcels that are there.
- **Load manifest**: parcels leave for another hub, on the manifest you choose or on the open one to their own branch.
- **Unload manifest**: parcels come off a load. Scan the barcode of the manifest first.
- **Out for delivery**: parcels leave with a driver; without a chosen driver each goes to the driver of its zone.
- **Return to hub**: parcels that could not be delivered come back.
- **Re-measure**: type the true size and weight. The price follows.
- **Look up**: see what a parcel is. Nothing changes.

## Answers

Green is accepted, yellow is accepted with something to note, red is refused. Each has its own sound. A refused parcel stays under **To resolve** until you acknowledge it with its button or \`F2\`. The session cannot be ended before.

A parcel scanned by mistake: \`F8\`, the **Undo** button or a barcode that says UNDO takes your last scan back, within ten minutes and while nothing else has happened to the parcel. Both stay in the timeline that staff see; customers read of neither. Messages that were sent already stay sent.

\`F9\` changes the mode. A session survives a reload of the page.`,
  },
  {
    slug: 'interhub-manifests',
    category: 'hub',
    title: 'Send parcels to another hub',
    summary: 'Open a manifest, load it, close it, record its departure, and unload it at the other hub.',
    readers: ['staff'],
    keywords: 'interhub manifest load line-haul transfer close depart unload short over damaged hub branch',
    text: `1. Open a manifest under [Interhub manifests](/interhub-transfers), or let the settings open one every day.
2. **Load**: scan parcels on its page, or with the [hub scanner](/hub-scanner) in the mode **Load manifest**. A parcel for another hub is refused, and you see the manifest it belongs on.
3. **Close** it. Enter the vehicle and seal if your company requires them. You see which shipments have parcels that were not loaded.
4. **Depart**: press the button, let the driver scan the barcode of the printed manifest, or let it depart automatically at its planned time.
5. **Unload** at the other hub, parcel by parcel, in the mode **Unload manifest**. When it is empty press **Unloading complete**.

## Differences

- **Short**: it was loaded but not unloaded. When it is found and scanned in at the hub, it is no longer short.
- **Over**: it was unloaded but never loaded.
- **Damaged**: note it beside the parcel, with a few words.

Both branches get a message in the [inbox](/inbox) about parcels that stay short for a long time.

## Change a closed manifest

Until a manifest departs, users with the permission can open it again from its menu.`,
  },
  {
    slug: 'map-zones',
    category: 'hub',
    title: 'Draw areas on the map',
    summary: 'Rounds, branch areas, prices, exceptions and service days: draw, prepare, publish.',
    readers: ['staff'],
    keywords:
      'map zone area polygon draw round driver branch rate surcharge exception service days draft kml geojson tag',
    text: `On the [map](/maps) every kind of area has its tab, and decides one thing: which driver is given a stop, which branch it belongs to, by which tag it is priced, what costs more, what is not offered, and on which days we come.

1. Press **New area**, then press on the map for every corner. Press the first corner again to finish.
2. Drag a corner to move it, and the middle of a side to add one. **Cut hole** leaves a part out.
3. Fill in what the area decides, and save it. It holds at once.

Everything can also be done by keyboard: each point is in the table below the form, and places pasted under **Add an outline from coordinates** become an outline.

## Where areas overlap

The higher priority wins, then the smaller area. **Test a point** says what holds at a suburb, an address or a place you press on, and what lies beneath.

## To change much at once

Choose **New draft…** at the right of the tabs. What you change there decides nothing until you press **Publish**, now or by itself at a later time. **Preview** says how many of yesterday's shipments would have had another branch, driver zone or price.

## Files

Under **More** areas are exported and imported as KML or GeoJSON. A folder named like a tab says what kind its areas are; other folders become [tags](/tags). Nothing is imported before you have seen what would happen.`,
  },
  {
    slug: 'scanning-offline',
    category: 'hub',
    title: 'Scan while the network is down',
    summary: 'Keep scanning. Scans are kept on the device and sent in order.',
    readers: ['staff'],
    keywords: 'offline network lost kept device queue waiting server scanner hub',
    text: `Keep scanning. The top of the scanner shows **Offline – scans are kept** and counts them. They are stored on this device, even if you reload the page or close the browser. They are sent automatically, oldest first, when the network is back.

- Each scan keeps the time at which you made it.
- While you are offline, you get no result for a scan. Put the parcels aside where you can find them, in case one is refused later.
- Scans that are refused later appear under **To resolve**, like new scans.

You cannot end a session or log out while scans are waiting to be sent.

> **Waiting for server** does not mean offline: the network is slow. Every scan is still kept.`,
  },
]
