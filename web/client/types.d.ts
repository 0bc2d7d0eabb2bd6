/** Names for what the API's own schema describes; checked with tsc, never sent to a browser. */
import type { components } from 'gobelet-schema';

type Schemas = components['schemas'];
export type Account = Schemas['Account'];
export type Clock = Schemas['ClockShown'];
export type Event = Schemas['Event'];
export type Frame = Schemas['Frame'];
export type Game = Schemas['Game'];
export type GameSummary = Schemas['GameSummary'];
export type Locale = 'fr' | 'en';
export type Match = Schemas['Match'];
export type MatchSummary = Schemas['MatchSummary'];
export type MatchText = Schemas['MatchText'];
export type Message = Schemas['Message'];
export type Move = Schemas['Move'];
export type OwnMatch = Schemas['OwnMatch'];
export type Problem = Schemas['Problem'];
export type Profile = Schemas['Profile'];
export type PublicProfile = Schemas['PublicProfile'];
export type Recap = Schemas['Recap'];
export type SeatShown = Schemas['SeatShown'];
export type Sentence = Schemas['Sentence'];
export type Turn = Schemas['Turn'];
export type View = Schemas['View'];
