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
    text: `1. Open the [hub scanner](/hub-scanner) and choose a mode.
2. Choose the branch. Some modes also need a bay or a driver.
3. Press **Start scanning**. From now on every scan counts, wherever the cursor is.

## Modes

- **Arrive at hub**: parcels arrive from a driver, a customer or another hub.
- **Assign bay**: scan the barcode of a bay, then the parcels in it.
- **Load manifest**: parcels leave for another hub, on the manifest you choose or on the open manifest to their branch.
- **Unload manifest**: parcels arrive from another hub. Scan the barcode of the manifest first.
- **Out for delivery**: parcels leave with a driver. If you choose no driver, each parcel goes to the driver of its zone.
- **Return to hub**: undelivered parcels come back.
- **Re-measure**: type the actual size and weight. The price is calculated again.
- **Look up**: shows a parcel. Nothing changes.

## Answers

Green: accepted. Yellow: accepted, but read the message. Red: refused. Each has a different sound. A refused parcel is listed under **To resolve** until you press **Acknowledge** or \`F2\`. You cannot end the session before that.

To undo a wrong scan, press \`F8\` or **Undo**, or scan a barcode that says UNDO. This undoes your last scan. You can do this within ten minutes, if nothing else has happened to the parcel since. Staff see the scan and the undo in the timeline. Customers do not. Messages that were already sent cannot be undone.

\`F9\` changes the mode. The session continues after you reload the page.`,
  },
  {
    slug: 'counter',
    category: 'hub',
    title: 'Work at a counter',
    summary:
      'Take parcels in, hand them out with a PIN or a document, give them to drivers, and close the day.',
    readers: ['staff'],
    keywords:
      'counter pickup point locker kiosk clerk hand out pin document take in drop off end of day count',
    text: `1. Open the [counter](/counter) and choose your location. The device remembers it.
2. Choose a task: **Take in** (\`F2\`), **Hand out** (\`F4\`), **Give to driver** (\`F8\`) or **End of day** (\`F9\`).
3. Scan. A scan counts wherever the cursor is. You can also type a reference, use the camera or press the button in the list.

## Take in

Scan the label, from senders and drivers alike. If a sender has no label, type the drop-off PIN, then press **Print label**.

## Hand out

Scan the parcel, or find it by name. Then type the PIN of the receiver. Without a PIN, choose **Document**: check a document, then enter its kind, the name on it and the last four digits of its number. After five wrong PINs the PIN is locked for 15 minutes.

## Give to driver

Choose the driver and scan each parcel. The list has parcels that were dropped off, and parcels that were not fetched in time.

## End of day

Scan every parcel that is there. You see what is missing and what should not be there. **Close the day** stores the difference.

## Without a connection

Continue to work. Everything is saved on this device and sent when the connection is back. PINs cannot be checked, so check a document. What is refused later is listed under **To clear up** until you press **Cleared up**.

## Limit users

Administrators can limit a user to one location: press **Change location**, then use **Users of one location**.`,
  },
  {
    slug: 'interhub-manifests',
    category: 'hub',
    title: 'Send parcels to another hub',
    summary: 'Open a manifest, load it, close it, record its departure, and unload it at the other hub.',
    readers: ['staff'],
    keywords: 'interhub manifest load line-haul transfer close depart unload short over damaged hub branch',
    text: `1. Open a manifest under [Interhub manifests](/interhub-transfers). A setting can also open one automatically every day.
2. **Load**: scan parcels on the page of the manifest, or with the [hub scanner](/hub-scanner) in the mode **Load manifest**. A parcel for another hub is refused, and you see the right manifest.
3. **Close manifest**: enter the vehicle and seal if your company requires them. You see which shipments have parcels that are not loaded.
4. **Depart**: press the button, or let the driver scan the barcode of the printed manifest. The manifest can also depart automatically at its planned time.
5. At the other hub, scan each parcel in the mode **Unload manifest**. When the vehicle is empty, press **Unloading complete**.

## Differences

- **Short**: the parcel was loaded but not unloaded. If you find it and scan it in at the hub, it is no longer short.
- **Over**: the parcel was unloaded but not loaded.
- **Damaged**: mark the parcel as damaged and describe the damage.

Both branches get a message in the [inbox](/inbox) about parcels that are short for a long time.

## Change a closed manifest

Until a manifest departs, users with the permission can choose **Reopen** in its menu.`,
  },
  {
    slug: 'map-zones',
    category: 'hub',
    title: 'Draw areas on the map',
    summary: 'Driver zones, branch areas, prices, exceptions and service days: draw, prepare, publish.',
    readers: ['staff'],
    keywords:
      'map zone area polygon draw round driver branch rate surcharge exception service days draft kml geojson tag',
    text: `On the [map](/maps) each kind of area has a tab and one purpose: the driver of a stop, the branch, the tag for prices, surcharges, exceptions, or service days.

1. Press **New area**, then press on the map for every corner. Press the first corner again to finish.
2. Drag a corner to move it. Drag the middle of a side to add a corner. Press **Cut hole** to leave out a part.
3. Fill in the form of the area and save it. It applies immediately.

You can also use the keyboard. The table below the form lists every point. Paste coordinates under **Add an outline from coordinates** to make an outline.

## Where areas overlap

The area with the higher priority applies. If the priorities are equal, the smaller area applies. **Test a point** shows what applies at a suburb, an address or a point on the map, and which other areas are there.

## To change much at once

Choose **New draft…** at the right of the tabs. Changes in a draft have no effect until you press **Publish**. You can publish now or at a later time. **Preview** shows how many shipments of the last day with bookings would have had another branch, driver zone or price.

## Files

Open **More** and choose **Import areas…**, **Export as KML** or **Export as GeoJSON**. In an imported file, a folder with the name of a tab sets the kind of its areas. Other folders become [tags](/tags). You see the result before anything is imported.`,
  },
  {
    slug: 'scanning-offline',
    category: 'hub',
    title: 'Scan while the network is down',
    summary: 'Continue to scan. Scans are stored on the device and sent in order.',
    readers: ['staff'],
    keywords: 'offline network lost kept device queue waiting server scanner hub',
    text: `Continue to scan. The top of the scanner shows **Offline – scans are saved** and the number of scans. Scans are stored on this device, even if you reload the page or close the browser. They are sent automatically, oldest first, when the network is back.

- Each scan is sent with the time at which you made it.
- While you are offline, you get no result for a scan. Put the parcels where you can find them again, because a scan may be refused later.
- Scans that are refused later appear under **To resolve**.

You cannot end a session or log out while scans are waiting to be sent.

> **Waiting for server** means that the network is slow, not that you are offline. Every scan is saved.`,
  },
]
