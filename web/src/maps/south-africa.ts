/**
 * The outline of South Africa for small drawings, in a box of 256 by 204: Natural Earth 1:50m (public domain) reduced to
 * about half a unit; the borders of the provinces are drawn by hand.
 */
export const south_africa = {
  country:
    'M188 13l4-1l7 3l12 0l3 1l3 16l3 6l2 6l0 24l-1 1l-6-4l-2 2l-6 8l0 6l1 0l3 4l2 2l6 1l3 0l1-7l11 0l-4 20l-2 5l-5 5l-3 1l-6 7l-11 19l-7 9l-6 5l-8 9l-13 12l-10 6l-6 3l-3 1l-8 0l-2 1l0 3l-8-1l-3 3l-3 0l-11-3l-6 2l-9-1l-4 0l-6 5l-6 0l-5 0l-6 1l-6 5l-5-1l-3-2l-2 0l1-1l-3-2l-4 0l0-4l-1 0l-3 0l-1 1l0 2l-1-4l0-2l1 0l0-3l-7-11l0-3l1-1l1 1l3-1l1-3l-1-5l-1-6l-7-10l-4-9l-5-15l-7-12l4-2l2-5l2-1l4 3l0 4l1 3l9 2l9 0l5 1l1 0l1-3l2-2l6-2l0-54l6 5l5 12l0 3l-2 4l0 6l14 0l1-2l3-1l2-3l5-4l4-10l2-2l5 0l6 4l4 1l2 1l5 1l9-1l2-2l4-12l7-2l6-6l2-8l1-2l9-5l5-8l3-1l6-2l3-4l3 0zM180 129l5-2l1-4l2-2l1-4l-1-3l-5-3l-4-4l-12 5l-4 6l-1 3l-4 2l4 7l1 2l5 4l3 1l5-7l4-1z',
  provinces:
    'M35 139l5 5l4 6l8 0l4 6l7 1l5 6l10 1l7-3l8-2l7-8l8 5l5 5l6 0M119 161l-13 9l-2 6l9 5l3 2l-1 3M119 161l3-8l4-5l4 2l6-5l-8-9M128 136l11 0l10-4l3 4l7-3l4-1M176 130l10 2l3 7l6-1l4 5M128 136l-7-10l4-7l5-7l-5-9M125 103l5-6l-6-3l-9-3l-8-6l-4-7l-1-10M125 103l12-9l9-7l8-3l8-3l7-1l7 1l6 3l11 6M193 90l-5 8l-7 8l-2 1M193 90l8 0l8-2M162 81l-2-6l6-7l5-6l4-5M176 81l4-6l2-7l-2-6l-5-5M175 57l-9-3l-8-1l-7-8M180 62l6-8l7 2l6-5l7-6l4 0l4 2l8-4',
  /** Lesotho and Eswatini. */
  enclaves:
    'M180 129l-4 1l-5 7l-3-1l-5-4l-1-2l-4-7l4-2l1-3l4-6l3-1l4-2l5-2l4 4l5 3l1 3l-1 4l-2 2l-1 4l-5 2zM222 68l2 1l0 12l-1 0l-1 7l-6 0l-5-3l-3-4l-1-1l0-2l0-3l4-6l4-4l6 4l1-1z',
  neighbours:
    'M111-54l11-2l6 0l4 1l3 4l-5 0l-5 3l-3 0l-8 6l-6-6l-29 4l0 54l-13 0l0 95l-6 2l-4 5l-14-1l-9-2l-1-7l-4-3l-2 1l-2 5l-3 2l-10-9l-6-10l-6-23l0-10l-4-12l-1-26l-13-23l-13-29l-9-13l0-11l3-2l7 1l8-4l4 1l7 6l58 0l7 6l16 1l7 2l9 0l26-6zM135-51l0 2l9 14l3 9l13 8l1 6l6 1l-1 8l5 7l13 3l0 4l4 2l-3 0l-3 4l-9 3l-5 8l-9 5l-3 10l-6 6l-7 2l-5 13l-8 2l-4 0l-9-3l-6-4l-5 0l-2 2l-4 10l-11 10l-14 0l0-6l2-4l0-3l-5-12l-6-5l0-41l13 0l0-54l29-4l5 6l10-7l2 1l5-3l5 0zM214 16l-22-4l-4 1l-4-2l0-4l-13-3l-5-7l1-9l-6 0l-1-6l-13-8l-3-9l-9-14l0-2l20 3l3-1l12-16l11-5l2-8l10-5l9 0l0 5l11 1l9 6l13 4l1 24l-4 8l2 3l-1 4l3 9l-7 10l-2 7l1 2l-14 16zM214 16l14-16l-1-2l2-7l7-10l-3-9l1-4l-2-3l4-8l-1-24l-13-4l-9-6l-11-1l-2-15l38-14l6 8l10-2l1 3l1 8l-4 11l3 5l8 8l0 5l2 0l-1-9l3-5l5-2l2-17l-1-3l-8-12l-1-1l71 0l0 5l1 1l0 5l1-2l1 1l0 4l-3 5l-1 5l-7 12l-3 1l1 2l-10 7l-12 4l-8 5l-8 6l-7 12l-2-1l0 2l-5 2l-12 12l-4-1l2 1l-1 10l4 5l3 12l1 11l1 1l1-5l1 3l0 9l-2 13l2 0l-4 9l-3 3l-27 13l-4 7l3 4l1-3l-1 11l-10 0l0-12l-2-3l1-20l-6-14l-3-16zM92-110l1 36l1 5l17 15l-26 6l-9 0l-7-2l-16-1l-7-6l-58 0l-7-6l-4-1l-8 4l-7-1l-3 2l0-21l3-5l6-25zM202-83l-12 1l-7 4l-2 8l-11 5l-12 16l-3 1l-18-3l-9-5l-6 0l-11 2l-17-15l-1-5l-1-36l142 0l2 3l2-1l0 1l-38 14l2 10zM238-107l0-1l-2 1l-2-3l30 0l9 13l-1 20l-6 2l-2 5l2 8l-3 1l0-5l-8-8l-3-5l4-9l-1-10l-2-3l-9 2l-6-8z',
} as const

/** The drawing's box. */
export const map_width = 256
export const map_height = 204

/** Cosine of 29° south: what a degree of longitude is beside one of latitude. */
const narrowing = 0.8746
/** Drawing units per degree, and the coordinates of the drawing's upper left corner. */
const units_north = 14.6765
const units_east = 14.9 * narrowing
const west = 14.9
const north = -21.3

/** Where a coordinate lies in the drawing; may be outside its box for places elsewhere. */
export function inDrawing({ lat, lng }: { lat: number; lng: number }): { x: number; y: number } {
  return { x: (lng - west) * units_east, y: (north - lat) * units_north }
}
