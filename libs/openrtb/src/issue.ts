/** One thing that is wrong with what was given, and where: `bid_request.imp[0].id`. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

export type Report = (path: string, message: string) => void;
