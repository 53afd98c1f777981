/** Width and height in pixels of the stored picture, by shape. */
export const frame_sizes = {
  wide: { width: 720, height: 240 },
  square: { width: 256, height: 256 },
  photo: { width: 800, height: 600 },
} as const

export interface Size {
  width: number
  height: number
}

/** Position of a picture in its frame: zoom factor and centre. `x` and `y` are from 0 to 1. */
export interface Placing {
  /** 1 shows the whole picture. */
  zoom: number
  x: number
  y: number
}

/** The whole picture, centred. */
export const whole_picture: Placing = { zoom: 1, x: 0.5, y: 0.5 }

/**
 * Returns the rectangle in which the whole picture is drawn so that the frame shows the chosen part, in pixels of the
 * frame.
 */
export function drawnAt(picture: Size, frame: Size, placing: Placing): Size & { left: number; top: number } {
  const scale =
    Math.min(frame.width / picture.width, frame.height / picture.height) * Math.max(1, placing.zoom)
  const width = picture.width * scale
  const height = picture.height * scale
  return {
    width,
    height,
    left: within(frame.width / 2 - placing.x * width, frame.width, width),
    top: within(frame.height / 2 - placing.y * height, frame.height, height),
  }
}

/** Limits a coordinate: a picture smaller than the frame is centred, a larger one always covers the frame. */
function within(at: number, frame: number, picture: number): number {
  if (picture <= frame) return (frame - picture) / 2
  return Math.min(0, Math.max(frame - picture, at))
}

/** Returns the placing after the picture was moved by a number of frame pixels. */
export function movedBy(picture: Size, frame: Size, placing: Placing, by: { x: number; y: number }): Placing {
  const { left, top, width, height } = drawnAt(picture, frame, placing)
  const next = {
    left: within(left + by.x, frame.width, width),
    top: within(top + by.y, frame.height, height),
  }
  return {
    zoom: placing.zoom,
    x: (frame.width / 2 - next.left) / width,
    y: (frame.height / 2 - next.top) / height,
  }
}
