import { z } from 'zod'

/** The folder of photos that are taken in a hub. */
export const hub_photo_folder = 'shipment-images'

/** Maximum number of photos of one damage or one unidentified parcel. */
export const max_hub_photos = 6

/** A photo taken in a hub or by a driver, with a URL for the reader. */
export const HubPhoto = z.object({
  file_name: z.string(),
  /** Signed URL. Valid for seven days, or for one day on pages. */
  url: z.string(),
})
export type HubPhoto = z.output<typeof HubPhoto>
