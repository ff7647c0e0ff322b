/** The person looks for something else. */
export class QueryEvent extends Event {
  static readonly type = 'query';
  readonly query: string;

  constructor(query: string) {
    super(QueryEvent.type);
    this.query = query;
  }
}

/** The person chose an item of a list. */
export class PickEvent extends Event {
  static readonly type = 'pick';
  readonly itemId: string;

  constructor(itemId: string) {
    super(PickEvent.type);
    this.itemId = itemId;
  }
}
