import type { SeatFault } from './agent-seat.js';

/** Whoever looks after what ties sessions to the agents' own. */
export interface TieListener<Session> {
  /** A session has (again) one of the agent's. */
  onTied(agentId: string, agentSessionId: string): void;
  /** A history was only taken in part. */
  onTorn(session: Session): void;
  /** A history could not be had. */
  onRefused(session: Session, fault: SeatFault): void;
}
