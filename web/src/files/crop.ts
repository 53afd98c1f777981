/** Width and height of the picture that is stored, in pixels, by the shape of its place. */
export const frame_sizes = { wide: { width: 720, height: 240 }, square: { width: 256, height: 256 } } as const

export interface Size {
  width: number
  height: number
}

/** How a picture lies in its frame: how much it is enlarged beyond fitting, and where its middle is, from 0 to 1. */
export interface Placing {
  /** 1 shows all of it. */
  zoom: number
  x: number
  y: number
}

/** All of the picture, in the middle. */
export const whole_picture: Placing = { zoom: 1, x: 0.5, y: 0.5 }

/** Where the whole picture is drawn so that the frame shows the chosen part; in pixels of the frame. */
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

/** A picture smaller than the frame stays in its middle; a larger one always covers it. */
function within(at: number, frame: number, picture: number): number {
  if (picture <= frame) return (frame - picture) / 2
  return Math.min(0, Math.max(frame - picture, at))
}

/** The placing after the picture was moved by pixels of the frame. */
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
