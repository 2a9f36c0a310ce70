/** The forms that a synthetic log is written in: the body of `POST /auction`, or OpenRTB's requests with responses. */
export const lineFormats = ['own', 'openrtb'] as const;
export type LineFormat = (typeof lineFormats)[number];
