class Entry:
    def check(self):
        self.validate()

    def validate(self):
        raise NotImplementedError


class Loop(Loop):
    def check(self):
        return self.nothing()
