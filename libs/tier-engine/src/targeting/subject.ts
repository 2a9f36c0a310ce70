import type { Impression, Size } from '../impression.ts';

/** The impression as conditions read it: text in one case, look-ups by set, each made when it is first asked for. */
export class Subject {
  /** As it came; what explanations show. */
  readonly impression: Impression;
  readonly timeMs: number;
  #country: string | undefined;
  #region: string | undefined;
  #city: string | undefined;
  #domain: string | undefined;
  #operatingSystemFamily: string | undefined;
  #browser: string | undefined;
  #language: string | undefined;
  #contentCategories: readonly string[] | undefined;
  #segments: ReadonlySet<number> | undefined;

  constructor(impression: Impression, timeMs: number) {
    this.impression = impression;
    this.timeMs = timeMs;
  }

  get country(): string | undefined {
    return (this.#country ??= this.impression.country?.toLowerCase());
  }

  get region(): string | undefined {
    return (this.#region ??= this.impression.region?.toLowerCase());
  }

  get city(): string | undefined {
    return (this.#city ??= this.impression.city?.toLowerCase());
  }

  get dma(): number | undefined {
    return this.impression.dma;
  }

  get sizes(): readonly Size[] {
    return this.impression.sizes ?? noSizes;
  }

  get domain(): string | undefined {
    const { domain } = this.impression;
    return domain === undefined ? undefined : (this.#domain ??= toHostName(domain));
  }

  get deviceType(): string | undefined {
    return this.impression.deviceType;
  }

  get operatingSystemFamily(): string | undefined {
    return (this.#operatingSystemFamily ??= this.impression.operatingSystemFamily?.toLowerCase());
  }

  get browser(): string | undefined {
    return (this.#browser ??= this.impression.browser?.toLowerCase());
  }

  get language(): string | undefined {
    return (this.#language ??= this.impression.language?.toLowerCase());
  }

  get supplyType(): string | undefined {
    return this.impression.supplyType;
  }

  get contentCategories(): readonly string[] {
    return (this.#contentCategories ??= this.impression.contentCategories?.map((code) => code.toLowerCase()) ?? []);
  }

  get segments(): ReadonlySet<number> {
    return (this.#segments ??= new Set(this.impression.segments));
  }
}

const noSizes: readonly Size[] = [];

/** `Example.COM.` and `example.com` are one name: DNS has no case, and the last dot is only the root. */
export function toHostName(domain: string): string {
  return (domain.endsWith('.') ? domain.slice(0, -1) : domain).toLowerCase();
}
