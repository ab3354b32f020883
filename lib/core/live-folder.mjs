/** Going live writes it into the live data folder, so that a folder that just has the same name is not used. */
export const liveMarker = 'went-live.json';
