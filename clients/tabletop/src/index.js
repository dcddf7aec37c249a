// @ts-check
/** What every tabletop needs to play its fights with Umpire; nothing here knows which tabletop it is. */
export { figureFields, inputWith, moveOf } from "./acts.js";
export { cardOf, elementOf, htmlOf } from "./cards.js";
export { changesBetween, same, watched } from "./changes.js";
export { diceOf, FacesRefused, readFaces } from "./faces.js";
export { calledOf, correctionsFor, fieldsOf, figuresOf, placeOf, stateWith } from "./figures.js";
export { placeAt, pointOf, yardsIn } from "./ground.js";
export { bearingOf, centreOf, compassOf, distance, facingAt, hexAt, NAMES, STEPS, turned } from "./hexes.js";
export { proposedBy } from "./likeness.js";
export { sidesOf, standing } from "./lined.js";
export { at, laidOver, mapped, MappingFails } from "./mapping.js";
export { aimedAt, choiceOf, lineOf, offerOf, placesIn } from "./moves.js";
export { isProblem, whyUnreached, wordsFor } from "./reaching.js";
export { seenIn } from "./seen.js";
export { inWords, leftOf, shareOf, statsOf, withShare } from "./stats.js";
export { movesChosen, offersOf } from "./turns.js";
