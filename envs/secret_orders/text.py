"""stub"""
def render(observation, language):
    return str(observation.to_dict()["fields"])
