import type { FoundPlace } from '../address/place.ts';
import { DayChoice } from './day-choice.tsx';
import { DraftBar } from './draft-bar.tsx';
import { Icon } from './icon.tsx';
import { openSearch } from './keys.tsx';
import { RunningTest } from './running-test.tsx';

interface TopLineProps {
  readonly found: FoundPlace;
  readonly isMenuOpen: boolean;
  readonly onMenu: () => void;
}

/** One line above every room: the period, the search, the draft and a running test. */
export function TopLine({ found: { place }, isMenuOpen, onMenu }: TopLineProps) {
  return (
    <header className="top-line">
      <button
        type="button"
        className="chip top-menu"
        aria-label="Menu"
        aria-expanded={isMenuOpen}
        aria-controls="menu"
        onClick={onMenu}
      >
        <Icon of="menu" />
      </button>
      {place !== null && <DayChoice place={place} />}
      <button type="button" className="chip top-search" onClick={openSearch}>
        <Icon of="search" /> <span>Search</span> <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      <span className="top-space" />
      {place !== null && <DraftBar />}
      {place !== null && <RunningTest />}
    </header>
  );
}
